import { defineConfig } from 'vite';

// In development: `npx vite` beside `thalweg serve world.thal`.
export default defineConfig({
  build: {
    outDir: process.env.THALWEG_PAGE_DIR ?? 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    modulePreload: false,
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:7117', ws: true } } },
});
