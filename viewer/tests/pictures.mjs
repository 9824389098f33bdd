// Makes the viewer's pictures for README and docs. Usage: node tests/pictures.mjs FOLDER
// Environment: THALWEG_TOOL, and THALWEG_CHROMIUM if it is not /usr/bin/chromium.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { idle, launch, openPage, setEnds, startServer, stopServer, withFolder } from './harness.mjs';

const out = process.argv[2];

await withFolder(async (folder) => {
  const run = (...args) => execFileSync(process.env.THALWEG_TOOL, [...args, '--quiet'], { stdio: 'ignore' });
  run('generate', 'valley', '--size', '129', '--seed', '7', '-o', join(folder, 'valley.png'));
  run('import', join(folder, 'valley.png'), '-o', join(folder, 'valley.thal'));
  const server = await startServer([join(folder, 'valley.thal')]);
  const browser = await launch();
  const page = await openPage(browser, server.address);
  const shoot = (name) => page.screenshot({ path: join(out, name) });
  const hide = () => page.evaluate(() => { document.getElementById('hint').textContent = ''; });

  await setEnds(page, [0.35, 0.35], [0.62, 0.7]);
  await page.evaluate(() => thalweg.set('planners', ['auto', 'natural', 'coarse', 'thpa_star', 'dijkstra']));
  await idle(page);
  await hide();
  await shoot('viewer.png');
  await page.evaluate(async () => {
    await thalweg.watch.record();
    thalweg.watch.isPlaying = false;
    thalweg.watch.step(Math.floor(thalweg.watch.last * 0.55));
  });
  await idle(page);
  await shoot('viewer-search.png');
  await page.evaluate(async () => {
    thalweg.watch.clear();
    thalweg.hierarchy.values.expansions = 6;
    await thalweg.hierarchy.showDescent();
  });
  await idle(page);
  await shoot('viewer-expansions.png');
  await browser.close();
  await stopServer(server);
});
