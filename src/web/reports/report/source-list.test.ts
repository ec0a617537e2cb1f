import { describe, expect, it } from 'vitest'
import { readSourceList } from './source-list.ts'

describe('the list a report was opened from', () => {
  it('has all parameters of the list in the URL', () => {
    const list = readSourceList('?list=result%3Dbad%26sort_by%3Dscore%26sort%3Dasc%26website_id%3D7')
    expect(list?.query).toMatchObject({ result: 'bad', sort_by: 'score', sort: 'asc', website_id: 7, page: 1 })
  })

  it('is null without the parameter, and the default list for invalid values', () => {
    expect(readSourceList('?utm_source=x')).toBeNull()
    expect(readSourceList('?list=result%3Dgreat')?.query).toMatchObject({ result: null, sort_by: 'id' })
  })
})
