import { it } from 'vitest'
import { type Case, expectCase } from '#testing/pages/check-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

const { links, picture, more, form } = soundParts
const and = (html: string) => ({ links: `${links} ${html}` })
const with_ = (html: string) => ({ more: more + html })
const notCrawlable = (pattern: RegExp) => ({ 'crawlable-anchors': ['fail', pattern] }) as const

const cases: Case[] = [
  [
    'a link that runs a script',
    and('<a href="javascript:void(0)">Lamps for paths</a>'),
    notCrawlable(/javascript:void\(0\)/),
  ],
  [
    'javascript in another case and behind a space',
    and('<a href=" JavaScript:go()">Lamps for paths</a>'),
    notCrawlable(/JavaScript/),
  ],
  [
    'an empty address is the page itself for browsers, and nothing for crawlers',
    and('<a href="">Lamps for paths</a>'),
    notCrawlable(/href=\\"\\"/),
  ],
  ['a click handler in place of an address', and('<a onclick="go()">Lamps for paths</a>'), notCrawlable(/onclick/)],
  [
    'a file of the author’s disk',
    and('<a href="file:///C:/lamps.html">Lamps for paths</a>'),
    { ...notCrawlable(/file:/), 'localhost-links': 'fail' },
  ],
  ['an invalid URL', and('<a href="https://">Lamps for paths</a>'), notCrawlable(/https:\/\//)],
  ['a placeholder anchor and an old-fashioned target', and('<a>Here we are</a><a name="top"></a><a id="x"></a>'), {}],
  [
    'mail, telephone and places on the page',
    and('<a href="mailto:a@example.com">Mail</a><a href="tel:+123">Call</a><a href="#top">Up</a>'),
    {},
  ],
  ['a link with entities and spaces in its address', and('<a href=" /lamps?a=1&amp;b=2 ">Lamps for paths</a>'), {}],
  ['a link inside SVG', and('<svg><a href="/lamps"><text>Lamps for paths</text></a></svg>'), {}],
  [
    'a link in a template or comment',
    and('<template><a href="javascript:x()">here</a></template><!-- <a href="">here</a> -->'),
    {},
  ],
  ['a link in noscript is seen by crawlers alone', and('<noscript><a href="javascript:x()">here</a></noscript>'), {}],
  ['a text that says nothing', and('<a href="/lamps">Click here</a>'), { 'anchor-text': ['warn', /Click here/] }],
  [
    'a text that says nothing in another language than the page’s',
    and('<a href="/lamps" lang="de">Hier klicken</a>'),
    { 'anchor-text': 'warn' },
  ],
  [
    'a bare URL',
    and('<a href="/lamps">https://example.com/lamps</a>'),
    { 'anchor-text': ['warn', /example\.com\/lamps/] },
  ],
  [
    'a DOI, a handle, an ORCID iD and an ARK in the form that their registries ask for',
    and(
      [
        'https://doi.org/10.5555/lamps.2024.031',
        'http://dx.doi.org/10.5555/lamps.2024.032',
        'https://hdl.handle.net/2027/lamps.1',
        'https://orcid.org/0000-0002-1825-0097',
        'https://n2t.net/ark:/12148/lamps',
      ]
        .map((url) => `<a href="${url}">${url}</a>`)
        .join(' '),
    ),
    {},
  ],
  [
    'a page of a registry is no identifier',
    and('<a href="/registry">https://orcid.org/about</a>'),
    { 'anchor-text': 'warn' },
  ],
  [
    'an image with a name for a text',
    and('<a href="/lamps"><img src="/i.webp" alt="Lamps for paths" width="9" height="9" loading="lazy"></a>'),
    {},
  ],
  [
    'nofollow on the own website',
    and('<a href="/basket" rel="external NOFOLLOW">Your basket</a>'),
    { 'internal-nofollow': 'warn' },
  ],
  [
    'nofollow on another website',
    and('<a href="https://museum.example/shop" rel="nofollow sponsored">Museum shop</a>'),
    {},
  ],
  [
    'the own website over http',
    and('<a href="http://example.com/lamps">Lamps for paths</a>'),
    { 'insecure-links': ['warn', /http:\/\/example\.com\/lamps/] },
  ],
  [
    'the own website with www over http',
    and('<a href="http://www.example.com/lamps">Lamps for paths</a>'),
    { 'insecure-links': 'warn' },
  ],
  ['another website over http', and('<a href="http://museum.example/old">Old lamps</a>'), {}],
  [
    'this machine',
    and('<a href="http://localhost:3000/lamps">Lamps for paths</a>'),
    { 'localhost-links': ['fail', /localhost:3000/] },
  ],
  ['this machine by number', and('<a href="//127.0.0.1/lamps">Lamps for paths</a>'), { 'localhost-links': 'fail' }],
  ['a host that only begins like this machine', and('<a href="https://localhost.example/">Local lamps</a>'), {}],
  [
    'an address with capitals, underscores and double slashes',
    { page: { finalUrl: 'https://example.com/Garden_Lamps//x' } },
    { 'url-format': 'warn', '*': 'pass' },
  ],
  [
    'an address in another script is read as people read it',
    { page: { finalUrl: `https://example.com/${encodeURIComponent('садовые-лампы')}` } },
    { 'url-format': 'pass', '*': 'pass' },
  ],

  [
    'an image without alt',
    with_('<img src="/a.webp" width="9" height="9" loading="lazy">'),
    { 'image-alt': ['warn', 1] },
  ],
  [
    'most images without alt',
    { picture: '<img src="/a.webp" width="1200" height="630"><img src="/b.webp" width="9" height="9">', more },
    { 'image-alt': ['fail', 2] },
  ],
  ['an empty alt is for decoration', with_('<img src="/a.webp" alt="" width="9" height="9" loading="lazy">'), {}],
  [
    'images nobody is told of',
    with_(
      '<div hidden><img src="/a.webp" width="9" height="9"></div><img src="/b.webp" role="presentation" width="9" height="9" loading="lazy"><img src="/c.webp" aria-hidden="true" width="9" height="9" loading="lazy">',
    ),
    {},
  ],
  [
    'images in noscript and template are not asked',
    with_('<noscript><img src="/a.webp"></noscript><template><img src="/a.webp"></template>'),
    {},
  ],
  [
    'a tracking pixel needs nothing but an alt',
    with_('<img src="https://museum.example/p.gif" width="1" height="1" alt="">'),
    {},
  ],
  [
    'an alt longer than it is read',
    with_(`<img src="/a.webp" alt="${'a lamp and '.repeat(12)}" width="9" height="9" loading="lazy">`),
    { 'alt-length': ['warn', 131] },
  ],
  ['an image without size', with_('<img src="/a.webp" alt="A lamp" loading="lazy">'), { 'unsized-images': 'warn' }],
  [
    'an image with an aspect-ratio in its style',
    with_('<img src="/a.webp" alt="A lamp" loading="lazy" style="width:100%;aspect-ratio:4/3">'),
    {},
  ],
  [
    'an old format where a picture offers a new one',
    with_(
      '<picture><source srcset="/a.avif 1x, /a2.avif 2x" type="image/avif"><img src="/a.jpg" alt="A lamp" width="9" height="9" loading="lazy"></picture>',
    ),
    {},
  ],
  [
    'old formats alone',
    { picture: picture.replace('.webp', '.jpg'), more: more.replace('.webp', '.png') },
    { 'modern-images': ['warn', 0] },
  ],
  [
    'new formats by srcset alone',
    {
      picture: picture.replace(
        'src="/lamp.webp"',
        'src="/lamp.jpg" srcset="/lamp-1.webp 600w, /lamp-2.webp 1200w" sizes="50vw"',
      ),
    },
    {},
  ],
  [
    'commas inside addresses of a srcset',
    {
      picture: picture.replace(
        'src="/lamp.webp"',
        'src="/lamp.webp" srcset="/w_600,c_fill/lamp.webp 600w,/w_1200,c_fill/lamp.webp 1200w"',
      ),
    },
    {},
  ],
  ['the first large image waits', { picture: picture.replace('<img', '<img loading="LAZY"') }, { 'lazy-lcp': 'fail' }],
  [
    'an image over http on a page over HTTPS',
    with_('<img src="http://example.com/a.webp" alt="A lamp" width="9" height="9" loading="lazy">'),
    { 'mixed-content': 'warn' },
  ],
  [
    'an image over http only in srcset',
    with_('<img src="/a.webp" srcset="http://example.com/b.webp 2x" alt="A lamp" width="9" height="9" loading="lazy">'),
    { 'mixed-content': 'fail' },
  ],
  ['a script over http', with_('<script src="http://example.com/a.js" async></script>'), { 'mixed-content': 'fail' }],
  [
    'http that the page tells browsers to upgrade',
    {
      headers: { 'content-security-policy': "script-src 'self'; frame-ancestors 'none'; upgrade-insecure-requests" },
      ...with_('<script src="http://example.com/a.js" async></script>'),
    },
    {},
  ],
  ['a frame over http in noscript', with_('<noscript><iframe src="http://example.com/f"></iframe></noscript>'), {}],

  [
    'a form that sends over http',
    { form: form.replace('action="/search"', 'action="http://example.com/search"') },
    { 'insecure-form': 'fail' },
  ],
  [
    'a button that sends over http',
    { form: form.replace('<button', '<button formaction="http://example.com/search"') },
    { 'insecure-form': 'fail' },
  ],
  [
    'a field without a label',
    { form: form.replace('</form>', '<input name="mail" placeholder="Your mail"></form>') },
    { 'form-labels': 'warn' },
  ],
  [
    'labels by for, aria-label and aria-labelledby',
    {
      form: form.replace(
        '</form>',
        '<label for="m">Mail</label><input id="m"><input aria-label="Name"><b id="t">Town</b><input aria-labelledby="t"></form>',
      ),
    },
    {},
  ],
  [
    'fields that need none',
    {
      form: form.replace(
        '</form>',
        '<input type="hidden" name="k"><input type="submit" value="Go"><input type="image" src="/go.webp" alt="Go"></form>',
      ),
    },
    {},
  ],
  ['an id twice', with_('<i id="a">1</i><b id="a">2</b>'), { 'duplicate-ids': ['warn', 1] }],
  [
    'an id twice in another case, or in a template',
    with_('<i id="a">1</i><b id="A">2</b><template><i id="a"></i></template>'),
    {},
  ],
  ['a script that blocks', { script: '<script src="/script.js"></script>' }, { 'render-blocking': 'warn' }],
  [
    'modules and scripts at the end do not block',
    { script: '<script type="module" src="/script.js"></script>', end: '<script src="/more.js"></script>' },
    {},
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))
