"""Renders a study of methods of place and route and its figures as one self-contained page."""

import pathlib

import jinja2

import place_study_figures
from drawing import number

FOLDER = pathlib.Path(__file__).resolve().parent


def render(study):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=number)
    refused = [case for case in study["cases"] if case["legal"] and case["refusal"]]
    return environment.get_template("place_study_page.html.j2").render(
        study=study, refused=refused, pictures=place_study_figures.pictures(study))
