/** Names of elements and attributes as most pages write them, in lower case. */
const names =
  'a abbr address article aside audio b blockquote body br button canvas caption center circle cite code col colgroup data dd defs details dialog div dl dt em embed fieldset figcaption figure font footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li line link main map mark menu meta nav noscript object ol optgroup option output p param path picture polygon polyline pre progress q rect s samp script section select small source span strong style sub summary sup svg symbol table tbody td template textarea tfoot th thead time title tr track u ul use var video wbr ' +
  'accept action align allow alt aria-controls aria-current aria-describedby aria-expanded aria-haspopup aria-hidden aria-label aria-labelledby aria-live as async autocomplete autoplay bgcolor border cellpadding cellspacing charset checked class color colspan content controls crossorigin cx cy d data-id data-name data-src data-srcset data-url datetime decoding defer dir disabled draggable fetchpriority fill fill-rule focusable for frameborder height hidden href hreflang http-equiv id integrity itemid itemprop itemref itemscope itemtype lang language loading loop max maxlength media method min muted name nonce novalidate onclick onload placeholder points poster preload property r readonly referrerpolicy rel required role rowspan scope selected size sizes src srcset stroke stroke-linecap stroke-linejoin stroke-width tabindex target transform type typeof valign value version viewbox vocab width x x1 x2 xlink:href xml:space xmlns xmlns:xlink y y1 y2'

const slots = 2048
/** FNV-1a, one unit further. */
export const nextHash = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193)
const slotOf = (hash: number) => (hash ^ (hash >>> 15)) & (slots - 1)

/** Of names that fall into one slot the first is kept. */
const table = Array.from({ length: slots }, () => '')
for (const name of Object.keys(Object.fromEntries(names.split(' ').map((one) => [one, true])))) {
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = nextHash(hash, name.charCodeAt(at))
  table[slotOf(hash)] ||= name
}

/**
 * The part of a page from one offset up to another, whose hash by {@link nextHash} is known. A known name is always the
 * same string, which saves making it and makes it quick to compare and to look up.
 */
export function nameAt(html: string, from: number, to: number, hash: number): string {
  const name = table[slotOf(hash)] as string
  return name.length === to - from && html.startsWith(name, from) ? name : html.slice(from, to)
}
