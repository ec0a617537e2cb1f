import { expect, it } from 'vitest'
import { databaseFailure } from './failures.ts'

const failed = (code: string) => databaseFailure(Object.assign(new Error('failed'), { code }))

it.each(['SQLITE_BUSY', '08006', '40001', '40P01', '57014', '57P01', 'ECONNREFUSED'])(
  'the database is away for now after the error %s, so that jobs try again',
  (code) => expect(failed(code)).toBe('away'),
)

it.each(['SQLITE_FULL', '53100'])('the disk is full after the error %s', (code) =>
  expect(failed(code)).toBe('disk_full'),
)

it.each(['SQLITE_CONSTRAINT', '22021', '23505', '40002', '42P01'])(
  'the query or its data is invalid after the error %s',
  (code) => expect(failed(code)).toBeUndefined(),
)
