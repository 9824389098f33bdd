// A server with two worlds and a browser, for the tests and for screenshots.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const tool = process.env.THALWEG_TOOL;
export const shots = process.env.THALWEG_SHOTS;

export function makeWorlds(folder) {
  const run = (...args) => execFileSync(tool, [...args, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const file = (name) => join(folder, name);
  run('generate', 'valley', '--size', '65', '--seed', '7', '-o', file('valley.png'));
  run('import', file('valley.png'), '-o', file('valley.thal'));
  run('generate', 'rooms', '--size', '64', '--seed', '1', '-o', file('rooms.map'));
  run('import', file('rooms.map'), '-o', file('rooms.thal'));
  return [file('valley.thal'), file('rooms.thal')];
}

export function startServer(worlds, port = 0) {
  const child = spawn(tool, ['serve', ...worlds, '--port', String(port), '--quiet'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.once('data', (bytes) => resolve({ child, address: String(bytes).trim() }));
  });
}

export function stopServer({ child }) {
  return new Promise((resolve, reject) => {
    child.removeAllListeners('exit');
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the server ended with ${code}`))));
    child.kill('SIGTERM');
  });
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.THALWEG_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic',
      '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

export async function openPage(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.problems.push(message.text()));
  await page.goto(address);
  await page.waitForSelector('body[data-ready]', { timeout: 30000 });
  await idle(page);
  return page;
}

// Until the server has answered all that the page has asked.
export async function idle(page) {
  await page.waitForTimeout(150);
  await page.waitForSelector('body:not(.busy)', { timeout: 60000 });
  await page.waitForSelector('#rows tr.waiting', { state: 'detached', timeout: 60000 });
  await page.waitForTimeout(150);
}

export async function surface_point(page, x, y) {
  const box = await page.locator('#canvas').boundingBox();
  return [box.x + box.width * x, box.y + box.height * y];
}
export async function setEnds(page, from = [0.36, 0.4], to = [0.62, 0.68]) {
  await page.mouse.click(...(await surface_point(page, ...from)), { button: 'right' });
  await page.mouse.click(...(await surface_point(page, ...to)));
  await idle(page);
}

export const shoot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });

export async function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'thalweg-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
