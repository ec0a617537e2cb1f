import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pageAt, type PageName, pageTitles } from '#contract/dashboard-pages.ts'
import { imageSize } from '#service/previews/preview.ts'
import type { PagePreview } from '#service/previews/routes.ts'

/** The built page that starts the dashboard, and the files in its folder. */
export type Shell = {
  html: string
  files: ReadonlySet<string>
  preloads: Preloads
  inlineHashes: InlineHashes
}

/** The files to preload for each page, and the further ones that visitors need. */
export type Preloads = Partial<Record<'pages' | 'visitors', Partial<Record<PageName, string[]>>>>

/** Hashes of the inline scripts and styles, as sources of the content security policy. All others are blocked. */
export type InlineHashes = Record<'script' | 'style', string[]>

type Head = { title: string; description: string }

const product = 'SEO Reports'
const description = 'Reports on how search engines see your pages, and what to fix first.'

/** Returns a function that reads the built page, or undefined if there is none. It reads again after each new build. */
export function createShellReader(root: string): () => Promise<Shell | undefined> {
  let known: { changed: number; shell: Shell } | undefined
  return async () => {
    const changed = await stat(join(root, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (changed === undefined) return undefined
    if (known?.changed !== changed) known = { changed, shell: await readShell(root) }
    return known.shell
  }
}

async function readShell(root: string): Promise<Shell> {
  const html = await readFile(join(root, 'index.html'), 'utf8')
  const entries = await readdir(root, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !/^index\.html|\.(br|gz)$|^\./.test(entry.name))
    .map(({ name }) => name)
  return {
    html,
    files: new Set(names),
    preloads: await readPreloads(root),
    inlineHashes: { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') },
  }
}

const hashesOf = (html: string, tag: keyof InlineHashes) =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  )

/** Reads which files each page needs. The build writes them to `preloads.json`. */
async function readPreloads(root: string): Promise<Preloads> {
  const text = await readFile(join(dirname(root), 'preloads.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Preloads
}

/** Renders the page for a path. Without a preview it shows no stored data, because the visitor has no key yet. */
export function renderShell({ html, preloads }: Shell, path: string, preview?: PagePreview) {
  const { page } = pageAt(path)
  const head = preview ?? headOf(page)
  const filesIn = (part: keyof Preloads) => (page && preloads[part]?.[page]) ?? []
  const files = [...filesIn('pages'), ...(preview ? filesIn('visitors') : [])]
  const links = [
    ...(preview ? firstRequestsOf(path).map(preloadRequest) : []),
    ...files.filter((file) => !isSheet(file)).map(preloadScript),
  ]
  // At the end of the body, so that the first text does not wait for stylesheets.
  const sheets = files.filter(isSheet).map((file) => `<link rel="stylesheet" href="${escape(file)}">`)
  const tags = [
    `<meta name="description" content="${escape(head.description)}">`,
    ...(preview?.findable ? [] : ['<meta name="robots" content="noindex">']),
    ...(preview ? previewTags(preview) : []),
    ...links,
  ]
  // Chromium holds the first paint back for a preloaded font. The boot text asks for the same file, so a visitor's page
  // has the font when the dashboard is shown, and its first text earlier.
  const shown = preview ? html.replace(preloadedFont, '') : html
  const rendered = shown
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(head.title)}</title>`)
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replace('</body>', () => `${sheets.join('')}</body>`)
    .replace(/<p class="boot">(?:(?!<p\b).)*?<\/p>/s, (boot) => boot + (preview ? firstText(preview) : ''))
  return { html: rendered, tag: `W/"${hash('sha256', rendered, 'base64url').slice(0, 16)}"` }
}

/** Text for visitors while scripts load, and for visitors without scripts. */
const firstText = ({ title, description }: Head) =>
  `<p class="first"><b>${escape(title)}</b><br>${escape(description)}</p>`

/** Title and description before anything is loaded. */
function headOf(page: PageName | undefined): Head {
  const title = page && pageTitles[page]
  return { title: title ? `${title} · ${product}` : product, description }
}

/** Open Graph tags (ogp.me), which chat programs read, and the card type that X requires. */
function previewTags({ title, description, alt, url, image }: PagePreview): string[] {
  const properties = {
    'og:type': 'website',
    'og:site_name': product,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': String(imageSize.width),
    'og:image:height': String(imageSize.height),
    'og:image:alt': alt,
  }
  return [
    `<link rel="canonical" href="${escape(url)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escape(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** The first API requests of a page without a key, preloaded so that they start before the scripts. */
const firstRequestsOf = (path: string) =>
  /^\/reports\/\d+$/.test(path) ? [`/api/v1/shared${path}`, '/api/v1/checks'] : []
const preloadRequest = (href: string) =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escape(href)}">`

const preloadedFont = /<link rel="preload" as="font"[^<>]*>\s*/
const isSheet = (file: string) => file.endsWith('.css')
const preloadScript = (file: string) => `<link rel="modulepreload" fetchpriority="low" href="${escape(file)}">`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
