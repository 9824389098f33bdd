// The page in a browser: what a person would try first.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { idle, launch, makeWorlds, openPage, setEnds, shoot, surface_point, startServer, stopServer } from './harness.mjs';

let folder, worlds, server, browser, page;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thalweg-'));
  worlds = makeWorlds(folder);
  server = await startServer(worlds);
  browser = await launch();
  page = await openPage(browser, server.address);
});
after(async () => {
  await browser?.close();
  if (server) await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
});

const rows = () => page.locator('#rows tbody tr').allInnerTexts();
const run = (work, argument) => page.evaluate(work, argument);
// Waits until `holds` is true in the page. The page's security policy forbids waitForFunction.
async function until(holds, where = page) {
  for (let i = 0; i < 300; i++) {
    if (await where.evaluate(holds)) return;
    await where.waitForTimeout(100);
  }
  assert.fail(`never true: ${String(holds)}`);
}

test('the world is drawn', async () => {
  assert.match(await page.locator('#world-info').innerText(), /8,192 faces/);
  const shown = await run(() => ({ triangles: thalweg.app.ground.triangles, calls: thalweg.app.stage.renderer.info.render.calls }));
  assert.equal(shown.triangles, 8192);
  assert.ok(shown.calls < 20, `${shown.calls} draw calls`);
  await shoot(page, 'world');
});

test('right click sets the start, left click the goal, and planners answer side by side', async () => {
  await setEnds(page);
  const texts = await rows();
  assert.equal(texts.length, 2);
  for (const text of texts) assert.match(text, /1\.000/);
  assert.match(await page.locator('#rows').innerText(), /auto \(a_star\)/);
  assert.ok(await page.locator('.uplot').isVisible());
  await shoot(page, 'path');
});

test('every planner of the registry has a row', async () => {
  await run(() => thalweg.set('planners', thalweg.app.catalog.planners.map((p) => p.name)));
  await idle(page);
  const texts = await rows();
  assert.equal(texts.length, await run(() => thalweg.app.catalog.planners.length));
  const answered = texts.filter((text) => /\d\.\d{3}/.test(text));
  assert.ok(answered.length >= 8, texts.join('\n'));
  await shoot(page, 'planners');
  await run(() => thalweg.set('planners', ['auto', 'a_star']));
  await idle(page);
});

test('the path follows a pin that is dragged', async () => {
  const path = () => run(() => JSON.stringify(thalweg.paths.points));
  const old = await path();
  const pin = await page.locator('.pin.goal').boundingBox();
  await page.mouse.move(pin.x + 13, pin.y + 13);
  await page.mouse.down();
  await page.mouse.move(...(await surface_point(page, 0.6, 0.5)), { steps: 6 });
  await page.mouse.up();
  await idle(page);
  assert.notEqual(await path(), old);
});

test('hovering over the profile shows the point on the map', async () => {
  const box = await page.locator('#profile .u-over').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('.pin.here:not([hidden])');
});

test('a search is recorded and stepped', async () => {
  await run(async () => {
    await thalweg.watch.record();
    thalweg.watch.isPlaying = false;
    thalweg.watch.step(-1000);
  });
  assert.equal(await run(() => thalweg.watch.values.frame), 0);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  assert.equal(await run(() => thalweg.watch.values.frame), 1);
  await run(() => thalweg.watch.step(Math.floor(thalweg.watch.last * 0.6)));
  await page.waitForTimeout(200);
  await shoot(page, 'search');
  await page.keyboard.press(' ');
  await page.waitForTimeout(300);
  assert.ok((await run(() => thalweg.watch.values.frame)) > 1);
  await run(() => thalweg.watch.clear());
});

test('the page says where a search keeps no nodes', async () => {
  await run(async () => {
    thalweg.watch.values.planner = 'thpa_star:near=0';
    await thalweg.watch.record();
  });
  assert.match(await page.locator('#hint').innerText(), /thpa_star:near=0 settled .*keeps none/);
  await run(() => {
    thalweg.watch.values.planner = 'a_star';
    thalweg.watch.clear();
  });
});

test('cells by layer, merge steps, compression and expansions', async () => {
  const hint = () => page.locator('#hint').innerText();
  await run(async () => {
    thalweg.hierarchy.values.level = 2;
    await thalweg.hierarchy.showCells();
  });
  assert.match(await hint(), /layer 2 of \d/);
  await page.keyboard.press(']');
  await idle(page);
  assert.match(await hint(), /layer 3 of \d/);
  await shoot(page, 'cells');
  await run(async () => {
    thalweg.hierarchy.values.steps = 3;
    await thalweg.hierarchy.showMerged();
  });
  assert.match(await hint(), /3 merge steps: .* tops/);
  await run(() => thalweg.hierarchy.toggleAuto('compressed', () => thalweg.hierarchy.compressBy(1)));
  await until(() => thalweg.hierarchy.timer === null);
  assert.match(await hint(), /2 layers \(\d+ before compression\)/);
  await run(async () => {
    thalweg.hierarchy.values.expansions = 4;
    await thalweg.hierarchy.showDescent();
  });
  assert.match(await hint(), /4 expansions/);
  await shoot(page, 'expansions');
  await run(() => thalweg.hierarchy.hide());
});

test('a wave and its difference to A*', async () => {
  await run(async () => {
    Object.assign(thalweg.wave.values, { radius: 120, targets: 2000, planner: 'natural' });
    await thalweg.wave.run();
  });
  assert.match(await page.locator('#hint').innerText(), /times the least cost/);
  await shoot(page, 'wave');
  await page.keyboard.press('y');
  await idle(page);
  assert.equal(await run(() => thalweg.wave.values.radius), 60);
  await run(() => thalweg.wave.hide());
});

test('runners walk', async () => {
  await run(() => thalweg.runners.setCount(40));
  const where = () => run(() => thalweg.app.stage.root.children.length && JSON.stringify(thalweg.runners.runners.map((r) => r.at)));
  const first = await where();
  await page.waitForTimeout(1500);
  assert.notEqual(await where(), first);
  await shoot(page, 'runners');
  await run(() => (thalweg.runners.values.highlight = 'parents'));
  await until(() => /the parents of \d+ runners/.test(document.getElementById('hint').textContent));
  await shoot(page, 'parents');
  await run(() => (thalweg.runners.values.highlight = 'none'));
  await run(() => thalweg.runners.setCount(0));
});

test('blocking ground changes the path; undo brings it back', async () => {
  const path = () => run(() => JSON.stringify(thalweg.paths.points));
  const old = await path();
  await run(() => {
    thalweg.edit.values.radius = 60;
    thalweg.edit.setTool('block');
  });
  const middle = await run(() => thalweg.app.stage.project(thalweg.paths.points[Math.floor(thalweg.paths.points.length / 2)]));
  const canvas = await page.locator('#canvas').boundingBox();
  await page.mouse.click(canvas.x + middle.x, canvas.y + middle.y);
  await idle(page);
  assert.match(await page.locator('#hint').innerText(), /1 edits .*built again \(arcs and prices\) in/s);
  assert.notEqual(await path(), old);
  await shoot(page, 'edit');
  await page.keyboard.press('z');
  await idle(page);
  assert.equal(await path(), old);
  await page.keyboard.press('Escape');
});

test('structures follow an edit, and the page says how', async () => {
  await run(() => thalweg.set('planners', ['thpa_star', 'coarse']));
  await idle(page);
  const before = await rows();
  await run(() => {
    Object.assign(thalweg.edit.values, { radius: 40, difficulty: 8 });
    thalweg.edit.setTool('difficulty');
  });
  const middle = await run(() => thalweg.app.stage.project(thalweg.paths.points[Math.floor(thalweg.paths.points.length / 2)]));
  const canvas = await page.locator('#canvas').boundingBox();
  await page.mouse.click(canvas.x + middle.x, canvas.y + middle.y);
  await idle(page);
  const hint = page.locator('#hint', { hasText: /coarse: built again in/ });
  await hint.waitFor({ timeout: 30000 });
  assert.match(await hint.innerText(), /thpa_star: updated \(\d+ of \d+ cells\) in/);
  assert.equal((await rows()).length, before.length);
  await page.keyboard.press('z');
  await page.keyboard.press('Escape');
  await run(() => thalweg.set('planners', ['auto', 'a_star']));
  await idle(page);
});

test('the address brings the view back', async () => {
  await run(() => {
    thalweg.set('colour', 'steepness');
    thalweg.set('theme', 'dark');
  });
  await page.locator('#share').click();
  const address = page.url();
  const again = await openPage(browser, address);
  assert.equal(await again.evaluate(() => thalweg.state.colour), 'steepness');
  assert.equal(await again.locator('html').getAttribute('data-theme'), 'dark');
  assert.equal(await again.evaluate(() => JSON.stringify(thalweg.state.to)), await run(() => JSON.stringify(thalweg.state.to.map((n) => Number(n.toPrecision(9))))));
  assert.equal((await again.locator('#rows tbody tr').allInnerTexts()).length, 2);
  await shoot(again, 'dark');
  await again.close();
});

// Opens the address of this view in another page.
async function again() {
  await page.locator('#share').click();
  return openPage(browser, page.url());
}

test('the address brings cells and gates back', async () => {
  await run(async () => {
    thalweg.hierarchy.values.level = 2;
    await thalweg.hierarchy.showCells();
  });
  const other = await again();
  assert.match(await other.locator('#hint').innerText(), /layer 2 of/);
  await other.close();
  await run(() => thalweg.hierarchy.hide());
});

test('the address brings a wave, a search, runners and the chosen row back', async () => {
  await run(async () => {
    Object.assign(thalweg.wave.values, { radius: 90, targets: 500, show: 'difference' });
    await thalweg.wave.run();
    await thalweg.watch.record();
    thalweg.watch.step(-1000);
    thalweg.watch.step(7);
    thalweg.runners.values.atGoal = 'back';
    thalweg.runners.setCount(12);
    thalweg.paths.select('a_star');
  });
  const other = await again();
  await until(() => thalweg.watch.values.frame === 7 && thalweg.wave.items.length > 0, other);
  const kept = await other.evaluate(() => ({ radius: thalweg.wave.values.radius, show: thalweg.wave.values.show,
    runners: thalweg.runners.runners.length, atGoal: thalweg.runners.values.atGoal, selected: thalweg.state.selected }));
  assert.deepEqual(kept, { radius: 90, show: 'difference', runners: 12, atGoal: 'back', selected: 'a_star' });
  assert.deepEqual(other.problems, []);
  await other.close();
  await run(() => {
    thalweg.wave.hide();
    thalweg.watch.clear();
    thalweg.runners.setCount(0);
  });
  assert.deepEqual(await run(() => thalweg.state.shown), {});
});

test('the address brings expansions back', async () => {
  await run(async () => {
    thalweg.hierarchy.values.expansions = 5;
    await thalweg.hierarchy.showDescent();
  });
  const other = await again();
  assert.match(await other.locator('#hint').innerText(), /5 expansions/);
  await other.close();
  await run(() => thalweg.hierarchy.hide());
});

test('grids, dropped files and generated worlds open', async () => {
  await page.selectOption('#world-select', { label: 'rooms' });
  await idle(page);
  assert.match(await page.locator('#world-info').innerText(), /4,096 squares/);
  await setEnds(page, [0.45, 0.45], [0.55, 0.6]);
  await shoot(page, 'rooms');
  const map = join(folder, 'small.map');
  writeFileSync(map, 'type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n'], 'small.map'));
    return transfer;
  });
  await page.dispatchEvent('#stage', 'drop', { dataTransfer: data });
  await page.waitForTimeout(300);
  await idle(page);
  assert.equal(await page.locator('#world-select option:checked').innerText(), 'small.map');
});

test('errors are shown', async () => {
  await run(() => thalweg.set('planners', ['no_such_planner']));
  await idle(page);
  assert.match((await rows())[0] ?? '', /no_such_planner/);
  const broken = await openPage(browser, server.address + '#%7Bdamaged');
  assert.match(await broken.locator('#toasts').innerText(), /link is damaged/);
  await broken.close();
});

test('the keys are listed', async () => {
  await page.keyboard.press('?');
  assert.ok(await page.locator('#help-dialog').isVisible());
  assert.match(await page.locator('#help-dialog').innerText(), /full screen/);
  await page.keyboard.press('Escape');
});

test('the connection is lost and found again', async () => {
  assert.deepEqual(page.problems, []);
  const port = Number(new URL(server.address).port);
  await stopServer(server);
  await page.waitForSelector('body.offline');
  server = await startServer(worlds, port);
  await page.waitForSelector('body:not(.offline)', { timeout: 15000 });
});
