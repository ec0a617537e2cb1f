// @vitest-environment dashboard
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import '#testing/web/timeout.ts'
import { MissingPartNotice } from '#web/app/route-error.tsx'
import { pageFailureWords as words } from '#web/app/words.ts'
import { lazyPart, MissingPart } from './lazy-part.tsx'

const neverLoaded = <Part,>(): Promise<Part> => Promise.reject(new TypeError('Failed to fetch'))

function show(part: ReactNode) {
  onTestFinished(cleanup)
  render(<MissingPart value={MissingPartNotice}>{part}</MissingPart>)
}

it('shows a notice in place of a panel that did not load', async () => {
  const Panel = lazyPart(() => neverLoaded<() => ReactNode>())
  show(<Panel />)
  await screen.findByText(words.missing)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows a dialog instead of a dialog that did not load, which can be closed', async () => {
  let isClosed = false
  const Part = lazyPart(() => neverLoaded<(props: { onClose: () => void }) => ReactNode>())
  show(<Part onClose={() => (isClosed = true)} />)
  const dialog = await screen.findByRole('dialog', { name: words.dialogTitle })
  expect(dialog.textContent).toContain(words.missing)
  screen.getByRole('button', { name: words.close }).click()
  expect(isClosed).toBe(true)
})
