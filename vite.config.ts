import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyScript } from './scripts/build/early-script.ts'
import { moduleSizes } from './scripts/build/module-sizes.ts'
import { staticPage } from './scripts/build/static-page.ts'
import { stylesFirst } from './scripts/build/styles-first.ts'

const routerBuild = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url))

/** The package's export map leads to its development build always, warnings included (remix-run/react-router#14102). */
const productionRouter = [
  { find: /^react-router$/, replacement: routerBuild('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
]

export default defineConfig(({ command }) => ({
  plugins: [react(), moduleSizes(), stylesFirst(), staticPage(), earlyScript()],
  resolve: { alias: command === 'build' ? productionRouter : [] },
  css: { modules: { generateScopedName: command === 'build' ? '_[hash:base64:5]' : '[name]__[local]' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // The first browsers that know light-dark(), which has been widely available since November 2026: each colour is written once.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The shell names what a first visit needs, and the rest is fetched when nothing else is to do: a second list of it all would only weigh.
    modulePreload: false,
    // A data: font or script would need a hole in the policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The libraries' licences go into one file beside the manifest instead of into the code.
    license: true,
    rolldownOptions: {
      output: {
        comments: { legal: false },
        codeSplitting: {
          groups: [
            // Changes only with the lockfile, so a release of ours leaves it in the browser's cache.
            { name: 'libraries', test: /[\\/]node_modules[\\/]|preload-helper/, tags: ['$initial'], priority: 3 },
            { name: 'app', test: /[\\/]src[\\/]/, tags: ['$initial'], priority: 2 },
          ],
        },
      },
    },
  },
}))
