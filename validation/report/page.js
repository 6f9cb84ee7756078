"use strict";

// A click on a column's header sorts the table by that column; a second click reverses the order.
const compare = (a, b) => {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
};

const keyOf = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value ?? cell.textContent.trim();
};

const sortBy = (head) => {
  const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
  const body = head.closest("table").tBodies[0];
  const rows = [...body.rows];
  rows.sort((a, b) =>
    direction * compare(keyOf(a, head.cellIndex), keyOf(b, head.cellIndex)));
  body.append(...rows);
};

for (const head of document.querySelectorAll("th[data-sort]")) {
  head.tabIndex = 0;
  head.addEventListener("click", () => sortBy(head));
  head.addEventListener("keydown", (event) => {
    if (event.key === "Enter") sortBy(head);
  });
}
