import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { imageSize } from '#service/share/preview-card.ts'
import type { PagePreview } from '#service/share/preview-routes.ts'

/** The built page that starts the dashboard, and the files beside it. */
export type Shell = { html: string; files: ReadonlySet<string>; preloads: [RegExp, string[]][]; allows: Allowed }

/** What the page carries in itself, as sources of a content security policy: no other script or style in it is run. */
export type Allowed = Record<'script' | 'style', string[]>

type Head = { title: string; description: string }

const product = 'SEO Reports'
const description = 'Reports on how search engines see your pages, and what to fix first.'
const titles: [RegExp, string][] = [
  [/^\/(reports)?$/, 'Reports'],
  [/^\/reports\/\d+$/, 'Report'],
  [/^\/websites$/, 'Websites'],
  [/^\/websites\/\d+$/, 'Website'],
  [/^\/websites\/\d+\/privacy$/, 'Privacy'],
  [/^\/checks$/, 'Checks'],
  [/^\/checks\/[^/]+$/, 'Check'],
  [/^\/views$/, 'Views'],
  [/^\/links$/, 'Shared links'],
  [/^\/settings$/, 'Settings'],
  [/^\/settings\/keys$/, 'API keys'],
  [/^\/settings\/activity$/, 'Activity'],
  [/^\/sign-in$/, 'Sign in'],
]

let known: { root: string; changed: number; shell: Shell } | undefined

/** Undefined when the dashboard is not built. Read again when a new build replaces it. */
export async function readShell(root: string): Promise<Shell | undefined> {
  const changed = await stat(join(root, 'index.html')).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
  if (changed === undefined) return undefined
  if (known?.root === root && known.changed === changed) return known.shell
  const html = await readFile(join(root, 'index.html'), 'utf8')
  const entries = await readdir(root, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !/^index\.html|\.(br|gz)$|^\./.test(entry.name))
    .map(({ name }) => name)
  const shell = {
    html,
    files: new Set(names),
    preloads: await readPreloads(root),
    allows: { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') },
  }
  known = { root, changed, shell }
  return shell
}

const hashesOf = (html: string, tag: keyof Allowed) =>
  [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
  )

/** Route pattern → the files that its page needs, as the build wrote them. */
async function readPreloads(root: string): Promise<[RegExp, string[]][]> {
  const text = await readFile(join(dirname(root), 'preloads.json'), 'utf8').catch(() => '{}')
  const entries = Object.entries(JSON.parse(text) as Record<string, string[]>)
  return entries.map(([route, files]) => [new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`), files])
}

/** Without a preview nothing stored is told: nobody has shown a key yet. */
export function renderShell({ html, preloads }: Shell, path: string, preview?: PagePreview) {
  const head = preview ?? headOf(path)
  const filesFor = (wanted: string) => preloads.find(([route]) => route.test(wanted))?.[1] ?? []
  const files = [...filesFor(path), ...(preview ? filesFor(`shared${path}`) : [])].map((file) =>
    file.startsWith('/') ? file : `/${file}`,
  )
  const links = [
    ...(preview ? dataOf(path).map(preloadData) : []),
    ...files.filter((file) => !isSheet(file)).map(preloadScript),
  ]
  // After the first words, which wait for no sheet.
  const sheets = files.filter(isSheet).map((file) => `<link rel="stylesheet" href="${escape(file)}">`)
  const tags = [
    `<meta name="description" content="${escape(head.description)}">`,
    ...(preview?.findable ? [] : ['<meta name="robots" content="noindex">']),
    ...(preview ? previewTags(preview) : []),
    ...links,
  ]
  const page = html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(head.title)}</title>`)
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replace('</body>', () => `${sheets.join('')}</body>`)
    .replace(/<p class="boot">.*?<\/p>/s, (boot) => boot + (preview ? firstWords(preview) : ''))
  return { html: page, tag: `W/"${hash('sha256', page, 'base64url').slice(0, 16)}"` }
}

/** What a visitor reads while the scripts are on their way, and without any. */
const firstWords = ({ title, description }: Head) =>
  `<p class="first"><b>${escape(title)}</b><br>${escape(description)}</p>`

/** What tabs show before anything is loaded. */
function headOf(path: string): Head {
  const title = titles.find(([route]) => route.test(path))?.[1]
  return { title: title ? `${title} · ${product}` : product, description }
}

/** Open Graph (ogp.me), which every chat program reads, and what X wants beside it. */
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

/** What the page of a visitor without a key asks for first, so that it is on its way before the scripts are. */
const dataOf = (path: string) => (/^\/reports\/\d+$/.test(path) ? [`/api/v1/shared${path}`, '/api/v1/checks'] : [])
const preloadData = (href: string) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escape(href)}">`

const isSheet = (file: string) => file.endsWith('.css')
const preloadScript = (file: string) => `<link rel="modulepreload" fetchpriority="low" href="${escape(file)}">`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
