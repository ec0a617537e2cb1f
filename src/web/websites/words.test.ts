import { expect, it } from 'vitest'
import { websiteListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { websiteViewName } from '#web/views/website-view-words.ts'

const websites = (search: string) => websiteViewName(readQuery(websiteListParams, new URLSearchParams(search)).query)

it.each([
  ['', 'Websites'],
  ['privacy=0', 'Public websites'],
  ['privacy=2&search=shop', 'Password-protected websites · “shop”'],
  ['search=shop&sort_by=reports_count', 'Websites · “shop” · most reports first'],
])('calls the websites of ?%s “%s”', (search, name) => expect(websites(search)).toBe(name))
