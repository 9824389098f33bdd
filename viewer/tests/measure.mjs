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

// Moves the goal from place to place and waits for each path: what dragging does.
async function measureDrag() {
  const page = await openPage(browser, server.address);
  const rows = await page.evaluate(async () => {
    const { app, state } = thalweg;
    const out = {};
    for (const planner of ['auto', 'fold', 'a_star']) {
      const place = () => app.toWorld(app.ground.randomPlace(Math.random));
      const body = () => ({ world: app.world.id, planner, profile: 'euclid', from: place(), to: place(), reach: app.reach, crossings: true });
      await app.socket.ask('path', body());
      const times = [];
      for (let i = 0; i < 300; i++) {
        const began = performance.now();
        const reply = await app.socket.ask('path', body());
        app.lines.path('drag', (reply.points ?? []).map((p) => app.toLocal(p)), '#ff0000', 4, app.lift);
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      out[planner] = { median_ms: Number(times[150].toFixed(2)), p99_ms: Number(times[297].toFixed(2)) };
    }
    return out;
  });
  console.log(JSON.stringify({ world: basename(world), drag: rows }));
}

await (mode === 'drag' ? measureDrag() : measureView());
await browser.close();
await stopServer(server);
