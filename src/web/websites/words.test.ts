import { expect, it } from 'vitest'
import { websiteListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { websitesViewName } from './words.ts'

const websites = (search: string) => websitesViewName(readQuery(websiteListParams, new URLSearchParams(search)).query)

it.each([
  ['', 'Websites'],
  ['privacy=0', 'Public websites'],
  ['privacy=2&search=shop', 'Password-protected websites · “shop”'],
  ['search=shop&sort_by=reports_count', 'Websites · “shop” · most reports first'],
])('calls the websites of ?%s “%s”', (search, name) => expect(websites(search)).toBe(name))
