import { expect, it } from 'vitest'
import { readImage } from '#analyser/facts/image-file.ts'
import { maxLogoBytes } from '#contract/sharing/client-document.ts'
import { changeLogo } from '#service/store/brand.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

const dataUrl = (type: string, bytes: string | Buffer) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path d="M0 0h9v9z"/></svg>'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describeEachEngine('the brand', ({ openStore }) => {
  it('is empty with all sections until it is set, and is replaced as a whole except for its logo', async () => {
    const { call } = await testService(await openStore())
    const brand = async () => (await call('GET /api/v1/brand')).body.data
    expect(await brand()).toEqual({
      name: '',
      color: null,
      intro: '',
      footer: '',
      sections: ['actions', 'progress', 'appendix'],
      paper: 'a4',
      logo: null,
      updated_at: null,
    })
    const image = dataUrl('image/png', png)
    expect((await call('PUT /api/v1/brand/logo', { form: { image } })).body.data.logo).toBe(image)
    const given = { name: ' Acme ', color: '#1A73E8', intro: 'Hello', sections: 'appendix,actions', paper: 'letter' }
    const changed = (await call('PUT /api/v1/brand', { form: given })).body.data
    expect(changed).toMatchObject({
      name: 'Acme',
      color: '#1a73e8',
      intro: 'Hello',
      footer: '',
      sections: ['appendix', 'actions'],
      paper: 'letter',
      logo: image,
    })
    expect(await brand()).toEqual(changed)
    await call('PUT /api/v1/brand', { json: { footer: 'Made by Acme', sections: ['actions'] } })
    expect(await brand()).toMatchObject({ name: '', color: null, footer: 'Made by Acme', sections: ['actions'] })
    expect((await call('DELETE /api/v1/brand/logo')).body.data.logo).toBe(null)
    const events = (await call('GET /api/v1/audit')).body.data
    expect(events.map(({ action, detail }: Record<string, string>) => [action, detail])).toEqual([
      ['brand_changed', 'logo removed'],
      ['brand_changed', ''],
      ['brand_changed', 'Acme'],
      ['brand_changed', 'logo'],
    ])
  })
})

it('a logo that is an SVG is stored and sent as a picture', async () => {
  const { call } = await sqliteService()
  expect((await call('GET /api/v1/brand/logo')).status).toBe(404)
  const { body } = await call('PUT /api/v1/brand/logo', { form: { image: dataUrl('image/svg+xml', svg) } })
  const [, base64 = ''] = body.data.logo.split('data:image/png;base64,')
  expect(readImage(Buffer.from(base64, 'base64'))).toEqual({ type: 'png', width: 280, height: 280 })
  const { headers, status } = await call('GET /api/v1/brand/logo')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

it('a logo can begin with any number of comments', async () => {
  const { call } = await sqliteService()
  const image = dataUrl('image/svg+xml', `${'<!---->'.repeat(1_000)}${svg}`)
  expect((await call('PUT /api/v1/brand/logo', { form: { image } })).status).toBe(200)
})

const drawing = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
const use = (id: number) => `<use href="#a${id}"/>`
const doubled = Array.from({ length: 17 }, (_, at) => `<g id="a${at + 1}">${use(at)}${use(at)}</g>`).join('')
const endless = drawing(
  '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="9999999"/></filter><path filter="url(#f)" d="M0 0h9v9z"/>',
)

it.each([
  ['100,000 copies of an element', dataUrl('image/svg+xml', drawing(`<path id="a0" d="M0 0h9v9z"/>${doubled}`))],
  ['more elements than a logo has', dataUrl('image/svg+xml', drawing('<g/>'.repeat(5_001)))],
  ['elements nested too deeply', dataUrl('image/svg+xml', drawing('<g>'.repeat(200) + '</g>'.repeat(200)))],
  ['a filter that takes forever', dataUrl('image/svg+xml', endless)],
  ['a file of the server', dataUrl('image/svg+xml', drawing('<image href="/etc/logo.png" width="9" height="9"/>'))],
  ['a drawing that names a file', dataUrl('image/svg+xml', drawing('<image href="data:image/svg+xml;base64,AA=="/>'))],
  ['entities', dataUrl('image/svg+xml', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`)],
  ['no valid XML', dataUrl('image/svg+xml', drawing('<g>'))],
  [
    '400 million pixels',
    dataUrl('image/png', Buffer.concat([png.subarray(0, 16), Buffer.from('00004e2000004e20', 'hex')])),
  ],
])('a logo with %s is refused', async (_, image) => {
  const { call } = await sqliteService()
  const { status, body } = await call('PUT /api/v1/brand/logo', { form: { image } })
  expect([status, body.codes]).toEqual([422, { image: ['too_complex'] }])
  expect((await call('GET /api/v1/brand')).body.data.logo).toBe(null)
})

it('an SVG that an older version stored is shown as a picture, or not at all', async () => {
  const { call, store } = await sqliteService()
  await changeLogo(store.db, { bytes: Buffer.from(svg), type: 'image/svg+xml' })
  expect((await call('GET /api/v1/brand')).body.data.logo).toMatch(/^data:image\/png;base64,/)
  await changeLogo(store.db, { bytes: Buffer.from(endless), type: 'image/svg+xml' })
  expect((await call('GET /api/v1/brand')).body.data.logo).toBe(null)
  expect((await call('GET /api/v1/brand/logo')).status).toBe(404)
})

it.each([
  ['nothing', '', 'required'],
  ['no data URL', 'https://acme.example/logo.png', 'invalid_image'],
  ['another type', dataUrl('image/gif', 'GIF89a'), 'invalid_image'],
  ['HTML as an SVG', dataUrl('image/svg+xml', '<html><svg></svg></html>'), 'invalid_image'],
  ['an SVG as a PNG', dataUrl('image/png', svg), 'invalid_image'],
  ['more than 128 KiB', dataUrl('image/png', Buffer.concat([png, Buffer.alloc(maxLogoBytes)])), 'too_long'],
])('a logo that is %s is refused', async (_, image, code) => {
  const { call } = await sqliteService()
  const { status, body } = await call('PUT /api/v1/brand/logo', { form: { image } })
  expect([status, body.codes]).toEqual([422, { image: [code] }])
  expect((await call('GET /api/v1/brand')).body.data.logo).toBe(null)
})

it('a logo of 128 KiB is stored, in a form and as JSON', async () => {
  const { call } = await sqliteService()
  const image = dataUrl('image/png', Buffer.concat([png, Buffer.alloc(maxLogoBytes - png.length, 0xfb)]))
  for (const options of [{ form: { image } }, { json: { image } }])
    expect((await call('PUT /api/v1/brand/logo', options)).body.data?.logo.length).toBe(image.length)
})

it('wrong fields of the brand are all named', async () => {
  const { call } = await sqliteService()
  const form = { name: 'a'.repeat(81), color: 'red', intro: 'a\u0000b', sections: 'cover', paper: 'a5' }
  const { body } = await call('PUT /api/v1/brand', { form })
  expect(body).toMatchObject({
    status: 422,
    codes: {
      name: ['too_long'],
      color: ['invalid_color'],
      intro: ['invalid_characters'],
      sections: ['invalid_choice'],
      paper: ['invalid_choice'],
    },
  })
})
