import { describe, expect, it } from 'vitest'
import { changedRobotsLines, maxRobotsText } from './robots-lines.ts'

const before = ['User-agent: *', 'Disallow: /cart', 'Sitemap: https://shop.example/sitemap.xml'].join('\n')
const line = (text: string, ...agents: string[]) => ({ line: text, agents })

describe('the changed lines of robots.txt', () => {
  it('are those that only one of the files has, rules with their user agents', () => {
    const after = [
      'User-agent: *',
      'Disallow: /en/   # since the deploy',
      '',
      'User-agent: GPTBot',
      'User-agent: CCBot',
      'Disallow: /',
      'Sitemap: https://shop.example/sitemap.xml',
    ].join('\r\n')
    expect(changedRobotsLines(before, after)).toEqual({
      removed: [line('Disallow: /cart', '*')],
      added: [
        line('Disallow: /en/   # since the deploy', '*'),
        line('User-agent: GPTBot'),
        line('User-agent: CCBot'),
        line('Disallow: /', 'GPTBot', 'CCBot'),
      ],
    })
  })

  it('are none if only the order of groups and blank lines changed', () => {
    const groups = ['User-agent: a\nDisallow: /a', 'User-agent: b\nDisallow: /b']
    expect(changedRobotsLines(groups.join('\n\n'), groups.toReversed().join('\n'))).toEqual({ removed: [], added: [] })
  })

  it('are the rules that a user agent gets by another group', () => {
    const old = 'User-agent: a\nUser-agent: b\nDisallow: /x'
    expect(changedRobotsLines(old, 'User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y')).toEqual({
      removed: [line('Disallow: /x', 'b')],
      added: [line('Disallow: /y', 'b')],
    })
  })

  it('have lines before the first group, comments and what isn’t a rule', () => {
    expect(changedRobotsLines('', 'Disallow: /lost\n# Hello\nUser-agent: a\nnonsense')).toEqual({
      removed: [],
      added: [line('Disallow: /lost'), line('# Hello'), line('User-agent: a'), line('nonsense')],
    })
  })

  it('are not known of a file that was cut, or has too many lines', () => {
    expect(changedRobotsLines('', 'x'.repeat(maxRobotsText))).toBeNull()
    expect(changedRobotsLines('a\n'.repeat(6_000), '')).toBeNull()
  })

  it('have at most ten user agents of a group', () => {
    const agents = Array.from({ length: 1_900 }, (_, at) => `User-agent: ${at}`)
    const lines = changedRobotsLines('', [...agents, 'Disallow: /', ...agents].join('\n'))
    expect(lines?.added.find(({ line: text }) => text === 'Disallow: /')?.agents).toHaveLength(10)
  })
})
