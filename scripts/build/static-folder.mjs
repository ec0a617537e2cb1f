import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { capture, withNode } from '../support/child.mjs'
import { Failure } from '../support/failure.mjs'
import { root } from '../support/root.mjs'

/** @typedef {{ out: string, base: string, server: string }} StaticOptions */

const usage = 'Usage: npm run build:static [-- --out FOLDER --base /path/ --server https://seo.example.com]'

/**
 * @param {string[]} args
 * @returns {StaticOptions}
 */
export function readOptions(args) {
  const { out = 'dist/static', base = '/', server = '' } = parse(args)
  if (!/^\/(?:[\w.~-]+\/)*$/.test(base) || /\/\.{1,2}\//.test(base)) {
    throw new Failure(
      `--base must be a path such as /seo/, not ${base}. It starts and ends with a slash and has letters, digits, ".", "_", "~" and "-" in between.`,
    )
  }
  if (!out) throw new Failure('--out must be a folder.')
  return { out: resolve(root, out), base, server: server && serverOf(server) }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: { out: { type: 'string' }, base: { type: 'string' }, server: { type: 'string' } },
    }).values
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message}\n${usage}`)
  }
}

/** @param {string} given */
function serverOf(given) {
  const url = URL.parse(given)
  if (!url || !/^https?:\/\//i.test(given))
    throw new Failure(
      `--server must be a URL such as https://seo.example.com or https://example.com/seo, not ${given}.`,
    )
  if (url.username || url.password)
    throw new Failure(
      '--server must not contain a username or password: the folder is public. People sign in with their own API keys.',
    )
  return url.origin + url.pathname.replace(/\/api\/v1\/?$/, '').replace(/(?<!\/)\/+$/, '')
}

/**
 * Builds into a temporary folder and replaces the target only after success, so that a failed build keeps the last one.
 * @param {string} node
 * @param {StaticOptions} options
 */
export async function buildStatic(node, { out, base, server }) {
  refuseForeign(out)
  mkdirSync(join(root, '.cache'), { recursive: true })
  const aside = mkdtempSync(join(root, '.cache', 'static-'))
  try {
    const args = [
      'node_modules/vite/bin/vite.js',
      'build',
      '--logLevel',
      'warn',
      '--mode',
      'static',
      '--base',
      base,
      '--outDir',
      aside,
      '--emptyOutDir',
    ]
    const { code, output } = await capture(node, args, {
      env: { ...withNode(node), NODE_ENV: 'production', VITE_SERVER: server },
    })
    if (code !== 0) throw new Failure(`${output.trim()}\nCouldn't build the dashboard. See the messages above.`)
    finish(aside, base)
    rmSync(out, { recursive: true, force: true })
    mkdirSync(dirname(out), { recursive: true })
    cpSync(aside, out, { recursive: true })
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/**
 * The target folder is replaced, so it must be new, empty or an earlier build.
 * @param {string} out
 */
function refuseForeign(out) {
  if (!existsSync(out)) return
  if (!statSync(out).isDirectory())
    throw new Failure(`${out} is a file. Choose a folder that is new, empty or an earlier build.`)
  const page = join(out, 'index.html')
  const isOurs =
    existsSync(join(out, 'assets')) && existsSync(page) && readFileSync(page, 'utf8').includes('content="SEO Reports"')
  if (!isOurs && readdirSync(out).length > 0)
    throw new Failure(
      `${out} contains other files, which would be deleted. Choose a folder that is new, empty or an earlier build.`,
    )
}

/**
 * Adds the files that web hosts read.
 * @param {string} folder
 * @param {string} base
 */
function finish(folder, base) {
  // Vite's manifests name local folders; only the licences are published.
  copyFileSync(join(folder, '.vite', 'license.md'), join(folder, 'licences.md'))
  rmSync(join(folder, '.vite'), { recursive: true })
  // GitHub Pages and others show this for unknown URLs.
  copyFileSync(join(folder, 'index.html'), join(folder, '404.html'))
  // Netlify and Cloudflare Pages read these two.
  writeFileSync(join(folder, '_redirects'), `${base}* ${base}index.html 200\n`)
  writeFileSync(join(folder, '_headers'), headers(base))
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /\n')
}

/** @param {string} base */
const headers = (base) => `${base}*
  Content-Security-Policy: frame-ancestors 'none'
  X-Frame-Options: DENY
  X-Content-Type-Options: nosniff
  Cross-Origin-Opener-Policy: same-origin
  Cache-Control: no-cache
${base}assets/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
`
