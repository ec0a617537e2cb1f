import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './form-labels.ts'

const withBody = (body: string) => checkPage('form-labels', { html: document('', body) })

describe('form-labels', () => {
  it.each([
    '<p>x</p>',
    '<input type=hidden><input type=Submit><input type=reset><input type=button><button></button>',
    '<div hidden><input></div><input style="display:none"><div aria-hidden=true><input></div><input aria-hidden=true>',
    '<template><input></template><noscript><input></noscript>',
  ])('is not applicable to %s', (body) => expect(withBody(body).outcome).toBe('not-applicable'))

  it.each([
    '<label for=a>Name</label><input id=a>',
    '<input id=a><label for=a>名前</label>',
    '<label>Name <input></label>',
    '<label>Name <input type=hidden><input></label>',
    '<label><input type=checkbox> I agree</label>',
    '<label>Country <select><option>Germany</select></label>',
    '<label for=a><img src=a.png alt="Search"></label><input id=a>',
    '<label for=a><svg><title>Search</title></svg></label><input id=a>',
    '<label for=a></label><label for=a>Second</label><input id=a>',
    '<input aria-label="Name">',
    '<p id=x>Name</p><input aria-labelledby="nothing x">',
    '<p id=x hidden>Name</p><input aria-labelledby=x>',
    '<input title="Name">',
    '<input type=image alt="Search">',
    '<label for=a aria-label="Name"></label><textarea id=a></textarea>',
  ])('passes %s', (body) => expect(withBody(body)).toMatchObject({ outcome: 'pass', value: 0, title: texts.only }))

  it.each([
    '<input>',
    '<select><option>Germany</select>',
    '<textarea>words</textarea>',
    '<p>Name</p><input>',
    '<label>Name</label><input>',
    '<label for=A>Name</label><input id=a>',
    '<label for=a> &nbsp; </label><input id=a>',
    '<label for=a hidden>Name</label><input id=a>',
    '<div hidden><label for=a>Name</label></div><input id=a>',
    '<label aria-hidden=true for=a>Name</label><input id=a>',
    '<label for=b>Name <input></label>',
    '<label><button>Go</button> Name <input></label>',
    '<label><select><option>Germany</select></label>',
    '<label><textarea>words</textarea></label>',
    '<label for=a><img src=a.png></label><input id=a>',
    '<label for=a><b hidden>Name</b><b aria-hidden=true>Name</b><b style="display: none">Name</b></label><input id=a>',
    '<input aria-label=" ">',
    '<input aria-labelledby=nothing>',
    '<p id=x></p><input aria-labelledby=x>',
    '<input title="">',
    '<input alt="Search">',
    '<input type=image src=a.png>',
    '<b id=a></b><label for=a>Name</label><input id=a>',
    '<label for=constructor>x</label><input id=toString aria-labelledby="__proto__">',
  ])('warns of %s', (body) =>
    expect(withBody(body)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.unlabelled(1, 1),
      evidence: [{ line: 8 }],
    }),
  )

  it('labels one field with a label that holds two', () => {
    expect(withBody('<label>From <input> to <input></label>')).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: texts.unlabelled(1, 2),
    })
  })

  it('does not accept a placeholder as a label', () => {
    expect(withBody('<input placeholder="Name"><input placeholder=" ">').evidence.map(({ note }) => note)).toEqual([
      texts.placeholder,
      undefined,
    ])
  })

  it('counts many', () => {
    expect(withBody('<input>'.repeat(1500) + '<label>x<input></label>'.repeat(3))).toMatchObject({
      value: 1500,
      title: texts.unlabelled(1_500, 1_503),
    })
    expect(withBody('<label>x<input></label>'.repeat(3)).title).toBe(texts.all('3'))
  })

  it('comes to an end when thousands of fields point to thousands of nested elements', () => {
    const nested = Array.from({ length: 20_000 }, (_, at) => `<div id=d${at}>`).join('')
    const fields = Array.from({ length: 20_000 }, (_, at) => `<input aria-labelledby=d${at}>`).join('')
    expect(withBody(`${fields}${nested}`).outcome).toBe('warn')
  })
})
