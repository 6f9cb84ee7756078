"""Renders the results of a search for the best design as one self-contained page."""

import pathlib

import jinja2

import optimise_figures
from drawing import number, percent

FOLDER = pathlib.Path(__file__).resolve().parent
FIGURES = (optimise_figures.roofline, optimise_figures.winner, optimise_figures.depths,
           optimise_figures.front, optimise_figures.tiles, optimise_figures.gains)


def render(found):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=number, percent=percent)
    pictures = [figure(found) for figure in FIGURES]
    return environment.get_template("optimise_page.html.j2").render(
        found=found, pictures=[picture for picture in pictures if picture is not None])
