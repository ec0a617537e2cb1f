import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { doctype, texts } from './doctype.ts'

const withDoctype = (doctype: string, contentType = 'text/html') =>
  checkPage('doctype', { html: `${doctype}<title>x</title>`, headers: { 'content-type': contentType } })

describe('doctype', () => {
  it.each([
    '<!doctype html>',
    '<!DOCTYPE HTML SYSTEM "about:legacy-compat">',
    '<!-- hello --><!doctype html>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
  ])('passes %s', (doctype) => {
    expect(withDoctype(doctype).outcome).toBe('pass')
  })

  it('warns of a missing one', () => {
    expect(withDoctype('')).toMatchObject({ outcome: 'warn', title: doctype.titleFail })
    expect(withDoctype('<p>x</p><!doctype html>').outcome).toBe('warn')
  })

  it.each(['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">', '<!doctype nonsense>'])(
    'warns of %s, which sets quirks mode',
    (doctype) => {
      expect(withDoctype(doctype)).toMatchObject({
        outcome: 'warn',
        title: texts.quirks,
      })
    },
  )

  it.each([
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
  ])('warns of %s, which sets limited quirks mode', (doctype) =>
    expect(withDoctype(doctype)).toMatchObject({
      outcome: 'warn',
      title: texts.limitedQuirks,
    }),
  )

  it('ignores XHTML', () => {
    expect(withDoctype('', 'application/xhtml+xml').outcome).toBe('not-applicable')
  })
})
