import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './scripts/build/class-names.ts'
import { earlyScript } from './scripts/build/early-script.ts'
import { lessOf } from './scripts/build/less-of.ts'
import { lessOfRouter } from './scripts/build/less-of-router.ts'
import { lessOfZod } from './scripts/build/less-of-zod.ts'
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

/** Parts of the query library that nothing here uses and that would load all the same: endless lists, kept writes, suspense. */
const lessOfQueries = [
  {
    find: /^\.\/infiniteQueryBehavior\.js$/,
    replacement: fileURLToPath(new URL('scripts/build/no-infinite-queries.ts', import.meta.url)),
  },
  {
    find: /^\.\/mutationCache\.js$/,
    replacement: fileURLToPath(new URL('scripts/build/no-mutations.ts', import.meta.url)),
  },
  {
    find: /^\.\/(suspense|errorBoundaryUtils|QueryErrorResetBoundary)\.js$/,
    replacement: fileURLToPath(new URL('scripts/build/no-suspense.ts', import.meta.url)),
  },
]

/** The table's store asks for a variant that carries fallbacks for older Reacts. */
const externalStore = {
  find: 'use-sync-external-store/shim/with-selector',
  replacement: fileURLToPath(new URL('scripts/build/with-selector.ts', import.meta.url)),
}

export default defineConfig(({ command }) => ({
  plugins: [react(), lessOf([lessOfRouter, ...lessOfZod]), moduleSizes(), stylesFirst(), staticPage(), earlyScript()],
  resolve: { alias: command === 'build' ? [...productionRouter, externalStore, ...lessOfQueries] : [] },
  css: {
    modules:
      command === 'build' ? { generateScopedName: classNames(fileURLToPath(new URL('src/web', import.meta.url))) } : {},
  },
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
        // Names are in the first load by the dozen: 42 bits tell the versions of a file apart, and 64 files and more from each other.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // Changes only with the lockfile, so a release of ours leaves it in the browser's cache.
            { name: 'libraries', test: /[\\/]node_modules[\\/]|preload-helper/, tags: ['$initial'], priority: 3 },
            { name: 'app', test: /[\\/]src[\\/]/, tags: ['$initial'], priority: 2 },
            // What comes right after the first paint and is used by other parts too, so that it does not bring theirs with it.
            {
              name: 'over',
              test: /[\\/]src[\\/](contract[\\/](service-info|views|no-rows)|web[\\/](ui[\\/]dialog\.|words[\\/](settings|palette|views|banners|analyse|asked|odd-lists|websites)\.|forms[\\/]kept-drafts|lists[\\/](sentences|odd-list\.ts)|api[\\/](service-|view-(?!mut)|gone)|views[\\/](view-count|view-path)|palette[\\/]|frame[\\/](use-route-focus|banners|is-replaced)))/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1.85,
            },
            // What asks for an analysis and tells of one without an answer.
            {
              name: 'asked',
              test: /[\\/]web[\\/]api[\\/](asked|create-report|report-mutations)/,
              minShareCount: 2,
              priority: 1.95,
            },
            // What later parts share, cut by who shares it, so that a report does not load with what only failures, forms or websites need.
            {
              name: 'kit',
              test: /[\\/]src[\\/](contract[\\/](analysis|id)|web[\\/](ui[\\/](?!field|checkbox|rare|value-|portion)|api[\\/](first-visit|check-|shared-paths|own-doing)|words[\\/]checks\.|lists[\\/]privacy-link|forms[\\/]use-countdown))/,
              minShareCount: 2,
              priority: 1.9,
            },
            { name: 'failures', test: /[\\/](words[\\/]errors|forms[\\/]failure)/, minShareCount: 2, priority: 1.8 },
            {
              name: 'forms',
              test: /[\\/](forms|ui|api|contract)[\\/](use-submit|field|checkbox|try-key)/,
              minShareCount: 2,
              priority: 1.7,
            },
            { name: 'report', test: /[\\/](pages[\\/]reports|words[\\/]report)/, minShareCount: 2, priority: 1.6 },
            // Values of other servers, wherever they are shown.
            {
              name: 'values',
              test: /[\\/](ui[\\/](value-|portion)|words[\\/]values\.|lists[\\/]other-fields)/,
              minShareCount: 2,
              priority: 1.55,
            },
            // Fetched with a report and with a link to one, not with their page.
            { name: 'shape', test: /[\\/]contract[\\/](any-|report|links)/, minShareCount: 2, priority: 1.5 },
            {
              name: 'shared',
              test: /[\\/](words[\\/]shared\.|shared[\\/](shared-frame|shared-report|refusal)\.tsx)/,
              minShareCount: 2,
              priority: 1.45,
            },
            {
              name: 'website',
              test: /[\\/](pages[\\/]websites[\\/]website[\\/]|words[\\/]website\.|shared-website\.tsx)/,
              minShareCount: 2,
              priority: 1.4,
            },
            {
              name: 'sharing',
              test: /[\\/](sharing|forms[\\/]password|words[\\/](sharing|privacy)\.|api[\\/]link-)/,
              minShareCount: 2,
              priority: 1.3,
            },
            { name: 'websites', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
}))
