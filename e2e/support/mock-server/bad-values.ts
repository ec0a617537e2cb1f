/** Values that no server should send but some do. */

/** Scores that are not a number from 0 to 100, and two valid ones as text and with decimals. */
export const badScores: unknown[] = ['61.3', 74.5, 'n/a', -1, 101, 'NaN', null, {}, '', true]

export const badDates: unknown[] = [
  '0000-00-00 00:00:00',
  '1970-01-01T00:00:00.000000Z',
  '+275760-09-13T00:00:00.000Z',
  'yesterday',
  1_770_000_000,
  '',
  null,
  '2026-02-30',
  '2026-03-01 10:20:30',
  {},
]

/** Rows that are neither reports nor websites. */
export const badRows: unknown[] = [
  null,
  'a row',
  { id: 4711 },
  { url: 'https://no-id.example/' },
  [],
  { id: {}, url: 7 },
]

export const hostileDomain = `"><img src=x onerror="document.title='owned'"><b>bold.example</b>`

/** Check results in every form that is known or likely, with names from no catalogue. */
export const foreignResults = {
  'page_title-length': { passed: false, importance: 'high', value: 71, errors: { too_long: { max: 60 } } },
  is_encrypted: { passed: true, importance: 'medium', value: true },
  imageAltTexts: {
    passed: 0,
    importance: 'HIGH',
    value: ['/side.png', '/back.png'],
    errors: ['2 of 9 images have none'],
  },
  load_time: 1.2,
  servers: ['lighthouse/2.1'],
  nothing: null,
}
