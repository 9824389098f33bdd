// Measures the page: time to the first picture, frames a second, memory, and how fast paths follow a
// dragged pin. Usage: node tests/measure.mjs WORLD.thal [drag]
// Environment: THALWEG_TOOL, THALWEG_CHROMIUM, THALWEG_SHOTS.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { launch, openPage, shoot, startServer, stopServer } from './harness.mjs';

const [world, mode] = process.argv.slice(2);
const server = await startServer([world]);
const browser = await launch();

async function firstPicture() {
  const began = performance.now();
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  await page.goto(server.address);
  await page.waitForSelector('body[data-ready]', { timeout: 120000 });
  const ready = performance.now() - began;
  return { page, ready };
}

// Turns the view for some seconds and counts pictures.
const framesPerSecond = (page, seconds) => page.evaluate(async (time) => {
  const { stage } = thalweg.app;
  const first = stage.frames;
  const began = performance.now();
  while (performance.now() - began < time * 1000) {
    stage.camera.position.applyAxisAngle(stage.camera.up, 0.01);
    stage.touch();
    await new Promise(requestAnimationFrame);
  }
  return (stage.frames - first) / ((performance.now() - began) / 1000);
}, seconds);

const heap = (page) => page.evaluate(() => Math.round(performance.memory.usedJSHeapSize / 1e6));

async function measureView() {
  const { page, ready } = await firstPicture();
  const triangles = await page.evaluate(() => thalweg.app.ground.triangles);
  const fps = await framesPerSecond(page, 5);
  const near = await page.evaluate(async () => {
    const { stage } = thalweg.app;
    stage.camera.position.lerp(stage.controls.target, 0.9);
    stage.touch();
    await new Promise((resolve) => setTimeout(resolve, 6000));
    return { tiles: thalweg.app.ground.fullTiles, drawn: stage.renderer.info.render.triangles };
  });
  const close = await framesPerSecond(page, 5);
  await shoot(page, `measure-${basename(world, '.thal')}`);
  const memory = await page.evaluate(() => thalweg.app.socket.ask('health', {}));
  console.log(JSON.stringify({ world: basename(world), file_mb: Math.round(statSync(world).size / 1e6), triangles,
    first_picture_ms: Math.round(ready), fps_whole: Number(fps.toFixed(1)), tiles_near: near.tiles, triangles_near: near.drawn,
    fps_near: Number(close.toFixed(1)), heap_mb: await heap(page), server_peak_mb: Math.round(memory.peak_mb) }));
}

// Moves the goal and waits for each path, as dragging does. The parts of each step, in milliseconds:
//   search    of the server
//   still     the colouring there and back, with JSON and waiting, while the page draws nothing
//   transfer  the same while it draws: the browser's own drawing then takes its turn
//   page      the line, the table and the profile
//   path      all of these: from the pin's move to its path
//   picture   of every tenth step, with the GPU's part, which here is software
async function measureDrag() {
  const page = await openPage(browser, server.address);
  for (const planner of ['auto', 'fold', 'a_star']) {
    const steps = await page.evaluate(dragSteps, planner);
    const parts = {};
    for (const part of ['search', 'still', 'transfer', 'page', 'path', 'picture']) parts[part] = quantiles(steps.map((step) => step[part]).filter((ms) => ms !== undefined));
    const slow = steps.filter((step) => step.path > 16.7).length;
    console.log(JSON.stringify({ world: basename(world), planner, ...parts, over_a_frame: slow }));
  }
}

const rounded = (ms) => Number(ms.toFixed(2));
function quantiles(times) {
  const sorted = times.sort((a, b) => a - b);
  const at = (share) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
  return { median: at(0.5), p99: at(0.99), most: at(1) };
}

// In the page.
async function dragSteps(planner) {
  const { app } = thalweg;
  thalweg.set('planners', [planner]);
  const row = thalweg.paths.rows[0];
  const gl = app.stage.renderer.getContext();
  const place = () => app.toWorld(app.ground.randomPosition(Math.random));
  const from = place();
  const picture = () => {
    const began = performance.now();
    app.stage.renderer.render(app.stage.scene, app.stage.camera);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits for the GPU
    return performance.now() - began;
  };
  const steps = [];
  const ask = () => app.socket.ask('path', { world: app.world.id, planner, profile: 'euclid', from, to: place(), reach: app.reach, crossings: true });
  await ask(); // builds what the planner needs
  await ask();
  for (let i = 0; i < 300; i++) {
    const began = performance.now();
    const reply = await ask();
    const search = reply.us / 1000;
    steps.push({ search, still: performance.now() - began - search });
  }
  for (let i = 0; i < 300; i++) {
    const began = performance.now();
    const reply = await ask();
    const answered = performance.now();
    row.reply = reply;
    thalweg.paths.draw(row);
    const laid = performance.now();
    app.stage.isDirty = false; // drawn here, not by the page's own loop
    const search = reply.us / 1000;
    steps.push({ transfer: answered - began - search, page: laid - answered, path: laid - began, picture: i % 10 ? undefined : picture() });
  }
  return steps;
}

await (mode === 'drag' ? measureDrag() : measureView());
await browser.close();
await stopServer(server);
