import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { exampleReportModule } from './scripts/build/example-report.ts'
import { staticPage, stylesFirst } from './scripts/build/html.ts'
import { moduleSizes } from './scripts/build/module-sizes.ts'

const routerBuild = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url))

/** The package's export map always leads to its development build (remix-run/react-router#14102). */
const productionRouter = [
  { find: /^react-router$/, replacement: routerBuild('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
]

export default defineConfig(({ command }) => ({
  plugins: [react(), exampleReportModule(), moduleSizes(), stylesFirst(), staticPage()],
  resolve: { alias: command === 'build' ? productionRouter : [] },
  // Compresses better than Vite's names with hashes. A test keeps the names of the files unique.
  css: { modules: { generateScopedName: '[name]_[local]' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // The first browsers with light-dark(), so that each colour is written once.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The service's shell preloads what each route needs, and the rest is prefetched when the browser is idle.
    modulePreload: false,
    // The content security policy forbids data: fonts and scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Collects the libraries' licences in one file beside the manifest instead of in the code.
    license: true,
    rolldownOptions: {
      output: {
        comments: { legal: false },
        codeSplitting: {
          groups: [
            // Changes only with the lockfile, so it stays in browser caches over our releases.
            { name: 'libraries', test: /[\\/]node_modules[\\/]|preload-helper/, tags: ['$initial'], priority: 3 },
            { name: 'app', test: /[\\/]src[\\/]/, tags: ['$initial'], priority: 2 },
          ],
        },
      },
    },
  },
}))
