import { describe, expect, it } from 'vitest'
import { ParameterCounts } from './crawl-parameters.ts'

describe('the parameters of a crawl', () => {
  it('are counted once a URL, and those that change nothing come first', () => {
    const counts = new ParameterCounts()
    for (const url of [
      'https://a.example/',
      'https://a.example/?utm_source=a&page=2',
      'https://a.example/b?page=3&page=4',
      'https://a.example/c;jsessionid=1?page=5',
      'https://a.example/d?sid=1&UTM_Source=b',
      'https://a.example/e?side=1',
    ])
      counts.add(url)
    expect(counts.list()).toEqual([
      { name: 'utm_source', urls: 2, ignorable: true },
      { name: 'jsessionid', urls: 1, ignorable: true },
      { name: 'sid', urls: 1, ignorable: true },
      { name: 'page', urls: 3, ignorable: false },
      { name: 'side', urls: 1, ignorable: false },
    ])
  })

  it('change nothing if the pages that only differ by them have the same text', () => {
    const counts = new ParameterCounts()
    const texts = {
      'https://a.example/docs/': 'docs',
      'https://a.example/docs/?version=1': 'docs',
      'https://a.example/docs/?version=2': 'docs',
      'https://a.example/list?sort=a&page=1': 'first',
      'https://a.example/list?sort=b&page=1': 'first',
      'https://a.example/list?sort=a&page=2': 'second',
      'https://a.example/other?id=1': 'one',
    }
    for (const [url, text] of Object.entries(texts)) {
      counts.add(url)
      counts.compare(url, text)
    }
    const found = Object.fromEntries(counts.list().map(({ name, same_text }) => [name, same_text]))
    expect(found).toEqual({ version: true, sort: true, page: false, id: undefined })
  })

  it('take no memory without end', () => {
    const counts = new ParameterCounts()
    for (let at = 0; at < 5_000; at += 1) counts.add(`https://a.example/?${'x'.repeat(50)}${at}=1`)
    counts.add(`https://a.example/?${'y'.repeat(2_000)}=1`)
    expect(counts.list()).toHaveLength(50)
  })
})
