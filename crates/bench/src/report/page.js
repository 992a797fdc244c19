"use strict";
// Click a heading to sort by its column; again to reverse.
for (const table of document.querySelectorAll("table")) {
  table.tHead.addEventListener("click", (event) => {
    const heading = event.target.closest("th");
    if (!heading) return;
    const column = heading.cellIndex;
    const down = table.dataset.sorted === String(column);
    table.dataset.sorted = down ? "" : String(column);
    const text = (row) => row.cells[column].textContent;
    const compare = (a, b) => text(a).localeCompare(text(b), undefined, { numeric: true });
    const rows = [...table.tBodies[0].rows].sort((a, b) => (down ? compare(b, a) : compare(a, b)));
    table.tBodies[0].append(...rows);
  });
}
// Every word of the filter must occur in a task's line.
const filter = document.getElementById("filter");
filter?.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const row of document.getElementById("tasks").tBodies[0].rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
  }
});
