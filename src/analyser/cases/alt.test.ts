import { it } from 'vitest'
import { type Case, expectCase } from '#testing/pages/check-page.ts'
import { soundParts } from '#testing/pages/sound-page.ts'

const image = (name: string, attributes: string) =>
  `<img src="/${name}.webp" width="600" height="400" loading="lazy" ${attributes}>`
const images = (amount: number, attributes: string) =>
  Array.from({ length: amount }, (_, number) => image(`photo-${number}`, attributes)).join('')
const end = (html: string) => ({ end: html })
const hero = (alt: string) => ({ picture: soundParts.picture.replace(/alt="[^"]*"/, alt) })

const cases: Case[] = [
  ['alt text of a space', end(image('a', 'alt=" "')), { 'image-alt': ['warn', /1 of 3 images has a blank alt text/] }],
  ['alt text of a line break and a tab', end(image('a', 'alt="\n\t"')), { 'image-alt': ['warn', /blank/] }],
  ['alt text of a zero-width space', end(image('a', 'alt="&#8203;"')), { 'image-alt': ['warn', /blank/] }],
  ['alt text of a no-break space', end(image('a', 'alt="&nbsp;"')), { 'image-alt': ['warn', /blank/] }],
  [
    'blank and missing alt texts',
    end(image('a', 'alt=" "') + images(2, '')),
    { 'image-alt': ['fail', /3 of 5 images have no alt text/] },
  ],
  ['a hidden image with a blank alt text', end(image('a', 'alt=" " aria-hidden="true"')), {}],

  [
    'twelve photographs with an empty alt text',
    end(images(12, 'alt=""')),
    { 'image-alt': ['warn', /12 of 14 images have an empty alt text/] },
  ],
  [
    'photographs with an empty alt text in links without a text',
    end(`<a href="/">${images(4, 'alt=""')}</a>`),
    { '*': 'pass', 'image-alt': ['warn', /4 of 6/] },
  ],
  [
    'drawings without a size and an empty alt text',
    end('<img src="/a.svg" alt="" style="width:9px;height:9px"> '.repeat(4)),
    {},
  ],
  ['the main image of a product', hero('alt=""'), { 'image-alt': ['warn', /The main image has an empty alt text/] }],
  [
    'an image that microdata names',
    end(image('a', 'alt="" itemprop="image"')),
    { 'image-alt': ['warn', /main image/] },
  ],
  [
    'the same image on a page without an item',
    { ...hero('alt=""'), structured: '' },
    { '*': 'pass', 'image-alt': ['pass', /1 of them empty/] },
  ],
  [
    'one decorative image',
    end(image('a', 'alt=""')),
    { 'image-alt': ['pass', /All 3 images have an alt attribute, 1 of them empty/] },
  ],
  [
    'icons with an empty alt text',
    end('<img src="/i.webp" width="24" height="24" loading="lazy" alt="">'.repeat(9)),
    { 'image-alt': ['pass', /9 of them empty/] },
  ],
  [
    'pictures of links that have a text',
    end(
      Array.from(
        { length: 9 },
        (_, number) => `<a href="/garden?${number}">${image(`${number}`, 'alt=""')}<b>Lamp ${number}</b></a>`,
      ).join(''),
    ),
    { '*': 'pass', 'image-alt': ['pass', /9 of them empty/] },
  ],
]

it.each(cases)('%s', (...row) => expectCase(row))
