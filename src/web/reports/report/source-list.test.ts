import { describe, expect, it } from 'vitest'
import { readSourceList, sourceListText } from './source-list.ts'

describe('the list a report was opened from', () => {
  it('has all parameters of the list in the URL', () => {
    const list = readSourceList('?list=result%3Dbad%26sort_by%3Dscore%26sort%3Dasc%26website_id%3D7')
    expect(list?.query).toMatchObject({ result: 'bad', sort_by: 'score', sort: 'asc', website_id: 7, page: 1 })
  })

  it('leads back to its page, to the page of its website, or to its saved view', () => {
    expect(readSourceList('?list=result%3Dbad%26page%3D2')?.to).toBe('/reports?result=bad&page=2')
    expect(readSourceList('?list=website_id%3D7%26page%3D2')?.to).toBe('/reports?website_id=7&page=2')
    expect(readSourceList('?list=website_id%3D7%26page%3D2%26on%3Dwebsite')?.to).toBe('/websites/7?page=2')
    expect(readSourceList('?list=view%3D3%26result%3Dbad')?.to).toBe('/reports?view=3&result=bad')
    expect(readSourceList('?list=on%3Dwebsite%26view%3Dx')?.to).toBe('/reports')
  })

  it('keeps its page while another page of it opens', () => {
    const { query } = readSourceList('?list=website_id%3D7')!
    expect(sourceListText({ ...query, page: 3 }, 'on=website&page=2')).toBe('on=website&website_id=7&page=3')
  })

  it('of a website’s pages leads back to them, and has the latest reports in the same order', () => {
    const pages = (filters: string) =>
      readSourceList(`?${new URLSearchParams({ list: `${filters}&on=pages&website_id=7` })}`)
    expect(pages('check=title-present&per_page=50')).toMatchObject({
      to: '/websites/7?tab=pages&check=title-present&per_page=50',
      query: { website_id: 7, check: 'title-present', latest: '1', sort_by: 'url', sort: 'asc', per_page: 50 },
      isOfWebsite: true,
      hasNeighbours: true,
    })
    for (const others of ['sort_by=words', 'status=404', 'gone=1'])
      expect(pages(others)).toMatchObject({ to: `/websites/7?tab=pages&${others}`, hasNeighbours: false })
  })

  it('is null without the parameter, and the default list for invalid values', () => {
    expect(readSourceList('?utm_source=x')).toBeNull()
    expect(readSourceList('?list=result%3Dgreat')?.query).toMatchObject({ result: null, sort_by: 'id' })
  })
})
