import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { moduleSizes } from './scripts/build/module-sizes.ts'

export default defineConfig({
  plugins: [react(), moduleSizes()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no inline script, and every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    // A data: font or script would need a hole in the policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes only with the lockfile, so a release of ours leaves it in the browser's cache.
            { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
