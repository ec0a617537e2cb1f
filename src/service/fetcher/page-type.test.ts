import { describe, expect, it } from 'vitest'
import { declaredType, typeOfBody } from './page-type.ts'

const declared = (...values: string[]) => declaredType(values.map((value) => ['content-type', value]))
const sniffed = (text: string) => typeOfBody('unsaid', Buffer.from(text, 'latin1'))

describe('the type of a page', () => {
  it.each([
    ['text/html', 'html'],
    ['TEXT/HTML; charset=utf-8', 'html'],
    ['application/xhtml+xml', 'html'],
    ['application/pdf', 'pdf'],
    ['text/plain', 'other'],
    ['application/json', 'other'],
    ['image/png', 'other'],
    ['application/xml', 'other'],
    ['', 'unsaid'],
    ['html', 'unsaid'],
    ['*/*', 'unsaid'],
  ])('is read from its header: %j is %s', (value, type) => {
    expect(declared(value)).toBe(type)
  })

  it('is the last one that can be read, of several', () => {
    expect(declared('text/plain', 'text/html', 'nonsense')).toBe('html')
    expect(declared()).toBe('unsaid')
  })

  it.each([
    '<!DOCTYPE html>',
    '  \n<html lang="en">',
    '<!-- a note -->',
    '<p>words',
    '\xEF\xBB\xBF<head>',
    '\xFF\xFE<\0h\0t\0m\0l\0>\0',
    '',
  ])('is HTML without a header when the body begins so: %j', (text) => {
    expect(sniffed(text)).toBe('html')
  })

  it.each(['words', '{"a":1}', '<?xml version="1.0"?><rss/>', '<paragraph>', 'GIF89a'])(
    'is not HTML without a header when the body begins so: %j',
    (text) => {
      expect(sniffed(text)).toBe('other')
    },
  )

  it('is PDF when the body is one, whatever the header says', () => {
    expect(typeOfBody('html', Buffer.from('%PDF-1.4'))).toBe('pdf')
    expect(typeOfBody('html', Buffer.from('words'))).toBe('html')
  })
})
