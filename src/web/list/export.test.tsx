// @vitest-environment dashboard
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { byteOrderMark, csvLine } from '#contract/format/csv.ts'
import { reportExportColumns } from '#contract/lists/exports.ts'
import { openDashboard, serviceWithReports, untilRows, withoutExtensions } from '#testing/web/dashboard.tsx'
import { exportWords as words, listWords } from './words.ts'

/** Keeps the files that the page downloads until the test ends. */
function keepFiles() {
  // Node's URLs don't know the files of this page.
  const created = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  onTestFinished(() => {
    created.mockRestore()
    clicked.mockRestore()
  })
  return async () => {
    await waitFor(() => expect(created).toHaveBeenCalled())
    const blob = created.mock.lastCall![0] as Blob
    const link = clicked.mock.contexts.at(-1) as HTMLAnchorElement
    created.mockClear()
    // A byte order mark would be lost by `text()`.
    return { name: link.download, text: Buffer.from(await blob.arrayBuffer()).toString() }
  }
}

const dialog = async () => within(await screen.findByRole('dialog', { name: /^Export/ }))

async function exportAs(format: keyof typeof words.formats) {
  fireEvent.click(screen.getAllByRole('button', { name: listWords.export })[0]!)
  fireEvent.click(await screen.findByRole('menuitem', { name: words.formats[format] }))
}

it.each([
  ['our service', []],
  ['a server with the eight operations alone', withoutExtensions],
])('all matching rows of %s are exported as CSV and as JSON, in the order of the list', async (_, faults) => {
  const service = await serviceWithReports(400)
  const query = 'result=bad&sort_by=score&sort=asc'
  const { body } = await service.call(`GET /api/v1/reports?${query}&per_page=100`)
  const { total } = body.meta
  expect(total).toBeGreaterThan(100)
  await openDashboard(service, `/reports?${query}&page=2`, faults)
  await untilRows(10)
  const file = keepFiles()
  await exportAs('csv')
  const csv = await file()
  expect(csv.name).toMatch(/^reports \d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text.startsWith(byteOrderMark + csvLine(reportExportColumns.map(([heading]) => heading)))).toBe(true)
  const lines = csv.text.split('\r\n')
  expect(lines).toHaveLength(total + 2)
  expect(lines.slice(1, 101).map((line) => Number(line.split(',')[0]))).toEqual(
    body.data.map(({ id }: { id: number }) => id),
  )
  await screen.findByText(words.done(total))

  await exportAs('json')
  const ids = (JSON.parse((await file()).text) as { id: number }[]).map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([total, total])
})

it('an export can be cancelled, and says if the list shrinks meanwhile', async () => {
  const service = await serviceWithReports(230)
  const { on } = await openDashboard(service, '/reports', withoutExtensions)
  await untilRows(10)
  const ends = on('GET', /per_page=100&page=3|page=3&per_page=100/, new Promise(() => {}))
  await exportAs('csv')
  await screen.findByRole('dialog', { name: words.title.reports('230') })
  const opened = await dialog()
  opened.getByRole('progressbar')
  fireEvent.click(opened.getByRole('button', { name: words.cancel }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  ends()

  const { body } = await service.call('GET /api/v1/reports?per_page=100&page=2')
  on('GET', /page=2/, { status: 200, body: { ...body, data: body.data.slice(1) } })
  const file = keepFiles()
  await exportAs('csv')
  await file()
  await screen.findByText(new RegExp(words.fewer(229, 230).replace(/[.?]/g, '\\$&')))
})

it('on a server that ignores the page, one page is exported and said to be one', async () => {
  const service = await serviceWithReports(230)
  const { data } = (await service.call('GET /api/v1/reports?per_page=100')).body
  const { on } = await openDashboard(service, '/reports', withoutExtensions)
  await untilRows(10)
  on('GET', /^\/reports\?.*per_page=100/, { status: 200, body: data })
  const file = keepFiles()
  await exportAs('csv')
  expect((await file()).text.split('\r\n')).toHaveLength(102)
  await screen.findByText(new RegExp(words.repeats.slice(0, 40)))
})

it('a failed export says why, and can be tried again', async () => {
  const { on } = await openDashboard(await serviceWithReports(3), '/reports')
  await untilRows(3)
  const message = 'Exports are off today.'
  const ends = on('GET', /^\/exports\//, { status: 422, body: { message, status: 422 } })
  const file = keepFiles()
  await exportAs('csv')
  const opened = await dialog()
  expect((await opened.findByRole('alert')).textContent).toContain(message)
  ends()
  fireEvent.click(opened.getByRole('button', { name: words.again }))
  expect((await file()).text.split('\r\n')).toHaveLength(5)
})

it('with a file picker, the rows are written to the file as they arrive', async () => {
  const service = await serviceWithReports(30)
  await openDashboard(service, '/reports')
  await untilRows(10)
  const parts: (string | Uint8Array)[] = []
  const close = vi.fn(async () => {})
  const write = async (part: (typeof parts)[number]) => void parts.push(part)
  const pick = vi.fn(async () => ({ createWritable: async () => ({ write, close }) }))
  vi.stubGlobal('showSaveFilePicker', pick)
  await exportAs('csv')
  await screen.findByText(words.done(30))
  expect(pick.mock.calls).toEqual([
    [expect.objectContaining({ suggestedName: expect.stringMatching(/^reports .*\.csv$/) })],
  ])
  expect(
    Buffer.concat(parts.map((part) => Buffer.from(part)))
      .toString()
      .split('\r\n'),
  ).toHaveLength(32)
  expect(close).toHaveBeenCalledOnce()
})
