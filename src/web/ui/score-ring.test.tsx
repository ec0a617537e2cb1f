// @vitest-environment dashboard
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ScoreRing } from './score-ring.tsx'

/** The part of the ring in percent that the arc covers; null without one. */
function arcOf(score: number | null) {
  const { container, unmount } = render(<ScoreRing score={score} rating={null} label={`Score ${score}`} of="of 100" />)
  const [, arc] = container.querySelectorAll('circle')
  const part = arc?.getAttribute('stroke-dasharray') ?? null
  const { textContent } = screen.getByRole('img', { name: `Score ${score}` })
  unmount()
  return [part, textContent]
}

it('the arc of a ring is as long as the score, which the ring names', () => {
  expect(arcOf(49)).toEqual(['49 100', '49of 100'])
  expect(arcOf(100)).toEqual(['100 100', '100of 100'])
  expect(arcOf(1_000)[0]).toBe('100 100')
})

it('a ring without a score, and one of 0, has no arc', () => {
  expect(arcOf(0)).toEqual([null, '0of 100'])
  expect(arcOf(null)).toEqual([null, '–of 100'])
})

it('a ring at the height of a line has its name as a tooltip instead of the number', () => {
  render(<ScoreRing score={72} rating="decent" label="Average score 72 of 100" />)
  expect(screen.getByRole('img', { name: 'Average score 72 of 100' }).textContent).toBe('Average score 72 of 100')
})
