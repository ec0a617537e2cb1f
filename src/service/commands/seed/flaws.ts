/** The parts of a page and its website that flaws change. */
export type Draft = {
  /** Parts of the HTML in order. */
  head: Record<HeadPart, string>
  body: Record<BodyPart, string>
  headers: Record<string, string>
  isCompressed: boolean
  /** In milliseconds. */
  ttfb: number
  /** The probe requests of these groups fail: they return 404, and the URL of a missing page returns 200. */
  broken: Set<'links' | 'files' | 'sitemap' | 'missing page'>
}
type HeadPart = 'charset' | 'viewport' | 'title' | 'description' | 'canonical' | 'social' | 'icon' | 'code' | 'data'
type BodyPart = 'heading' | 'picture' | 'text' | 'pictures' | 'links' | 'end'

/** Something that many real pages have. `share` is how often it occurs on a page of average carelessness. */
type Flaw = { share: number; apply: (draft: Draft) => void }

const without = (...names: string[]): Flaw['apply'] => {
  return ({ headers }) => {
    for (const name of names) delete headers[name]
  }
}
const breaks = (group: 'links' | 'files' | 'sitemap' | 'missing page'): Flaw['apply'] => {
  return ({ broken }) => {
    broken.add(group)
  }
}

export const flaws: readonly Flaw[] = [
  { share: 0.8, apply: without('content-security-policy') },
  { share: 0.6, apply: without('x-content-type-options', 'referrer-policy') },
  { share: 0.5, apply: without('strict-transport-security') },
  { share: 0.5, apply: ({ head }) => (head.code = head.code.replaceAll(' defer', '')) },
  { share: 0.5, apply: ({ body }) => (body.picture = body.picture.replace('.webp', '.jpg')) },
  { share: 0.4, apply: ({ head }) => (head.social = head.social.replace(/<meta name="twitter[^>]*>/, '')) },
  { share: 0.4, apply: ({ headers }) => (headers.server = 'Apache/2.4.41 (Ubuntu)') },
  { share: 0.35, apply: ({ body }) => (body.pictures = body.pictures.replace(/ width="\d+" height="\d+"/, '')) },
  { share: 0.35, apply: ({ head }) => (head.description = '<meta name="description" content="Welcome">') },
  { share: 0.3, apply: ({ head }) => (head.data = '') },
  { share: 0.3, apply: ({ head }) => (head.social = '') },
  { share: 0.3, apply: ({ body }) => (body.pictures += '<img src="/images/a.jpg"><img src="/images/b.jpg">') },
  { share: 0.3, apply: ({ body }) => (body.links += '<a href="/products">Read more</a> <a href="/blog">here</a>') },
  { share: 0.25, apply: ({ head }) => (head.description = '') },
  { share: 0.25, apply: breaks('links') },
  { share: 0.2, apply: ({ head }) => (head.title = '<title>Home</title>') },
  { share: 0.2, apply: breaks('sitemap') },
  { share: 0.2, apply: ({ body }) => (body.heading = body.heading.replaceAll('h1', 'div')) },
  { share: 0.2, apply: (draft) => (draft.isCompressed = false) },
  { share: 0.2, apply: ({ head }) => (head.canonical = '') },
  { share: 0.2, apply: (draft) => (draft.ttfb += 1400) },
  { share: 0.15, apply: breaks('missing page') },
  { share: 0.15, apply: ({ body }) => (body.links += '<a href="javascript:openMenu()">Menu</a>') },
  { share: 0.15, apply: ({ body }) => (body.picture = body.picture.replace('>', ' loading="lazy">')) },
  { share: 0.15, apply: ({ body }) => (body.text = body.text.replaceAll('h2>', 'h4>')) },
  { share: 0.12, apply: ({ head }) => (head.data = head.data.replace('"price":490', '"price":"on request"')) },
  { share: 0.1, apply: ({ body }) => (body.end += '<script src="http://scripts.example/count.js"></script>') },
  { share: 0.1, apply: ({ head }) => (head.viewport = '') },
  { share: 0.08, apply: breaks('files') },
  { share: 0.06, apply: ({ head }) => (head.title = '') },
  {
    share: 0.05,
    apply: ({ head }) => (head.data = '<script type="application/ld+json">{"@type": "WebPage",}</script>'),
  },
]
