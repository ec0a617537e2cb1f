// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { limitCache } from './long-session.ts'

const detailKey = (id: number) => [...reportQueries.details(), id]
const add = (id: number) => queryClient.setQueryData(detailKey(id), { id }, { updatedAt: id })
const idsKept = () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: reportQueries.details() })
    .map(({ queryKey }) => queryKey.at(-1))

limitCache()
afterEach(() => queryClient.clear())

describe('the cache of reports', () => {
  it('holds the latest ones and pushes out no list', () => {
    queryClient.setQueryData([...reportQueries.lists(), {}], [], { updatedAt: 1 })
    for (let id = 1; id <= 60; id += 1) add(id)
    expect(idsKept()).toEqual(Array.from({ length: 21 }, (_, at) => 40 + at))
    expect(queryClient.getQueryCache().findAll({ queryKey: reportQueries.lists() })).toHaveLength(1)
  })

  it('never drops a report on screen', () => {
    add(1)
    const leave = new QueryObserver(queryClient, { queryKey: detailKey(1), enabled: false }).subscribe(() => {})
    for (let id = 2; id <= 60; id += 1) add(id)
    expect(idsKept()).toContain(1)
    leave()
  })
})
