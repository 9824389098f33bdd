// The table of planners: one row each, with what its path took and costs.
import type { PathReply } from '../types';
import { bytes, count, duration, metres, price } from './format';

export interface Row {
  planner: string;
  colour: string;
  reply?: PathReply;
  error?: string;
  isBusy: boolean;
}

const columns: [string, string][] = [
  ['planner', 'What searched. Click a row to see its height profile.'],
  ['time', 'Of the whole question: finding both ends, searching, shaping the path.'],
  ['settled', 'Nodes of the graph that the search expanded.'],
  ['price', "The route's cost on its graph in the profile's unit: seconds of walking, or metres. This is what a search makes small."],
  ['ground price', 'What walking the drawn path costs on the ground itself. Never more than the price.'],
  ['length', 'Metres along the drawn path, up and down included.'],
  ['ratio', 'The cost over the least on the same graph: 1.000 is the cheapest route there is.'],
];

function cells(row: Row): string[] {
  if (row.error) return [row.planner, row.error];
  const r = row.reply;
  if (!r) return [row.planner, row.isBusy ? '…' : ''];
  if (r.price === undefined) return [row.planner, r.why ?? r.outcome];
  const name = r.planner && !row.planner.startsWith(r.planner) ? `${row.planner} (${r.planner})` : row.planner;
  return [
    name,
    duration(r.us),
    r.straight ? 'straight' : count(r.settled),
    price(r.price, r.unit ?? 'm'),
    r.ground_price === undefined ? '' : price(r.ground_price, r.unit ?? 'm'),
    metres(r.length ?? 0),
    r.ratio === undefined || r.ratio === null ? '' : r.ratio.toFixed(3),
  ];
}

export function showRows(rows: Row[], selected: string, select: (planner: string) => void): void {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const [name, help] of columns) {
    const cell = document.createElement('th');
    cell.textContent = name;
    cell.title = help;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.dataset.planner = row.planner;
    line.classList.toggle('selected', row.planner === selected);
    line.classList.toggle('waiting', row.isBusy);
    line.onclick = () => select(row.planner);
    const texts = cells(row);
    texts.forEach((text, i) => {
      const cell = line.insertCell();
      cell.textContent = text;
      if (texts.length === 2 && i === 1) cell.colSpan = columns.length - 1;
    });
    const dot = document.createElement('i');
    dot.className = 'dot';
    dot.style.background = row.colour;
    line.cells[0]!.prepend(dot);
    if (row.reply) line.title = [`graph: ${row.reply.graph}`, row.reply.bytes ? `built: ${bytes(row.reply.bytes)}` : '', row.reply.note].filter(Boolean).join('\n');
  }
  document.getElementById('rows')!.replaceChildren(table);
}
