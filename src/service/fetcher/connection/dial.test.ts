import { expect, it } from 'vitest'
import { isCheckedPeer } from './dial.ts'

it.each([
  ['93.184.215.14', '93.184.215.14', false, true],
  ['::ffff:93.184.215.14', '93.184.215.14', false, true],
  ['2606:4700::1', '2606:4700:0:0:0:0:0:1', false, true],
  ['93.184.215.15', '93.184.215.14', false, false],
  ['2606:4700::2', '2606:4700::1', false, false],
  ['10.0.0.1', '93.184.215.14', false, false],
  ['10.0.0.1', '10.0.0.1', false, false],
  ['10.0.0.1', '10.0.0.1', true, true],
  ['127.0.0.1', '10.0.0.1', true, false],
  ['', '10.0.0.1', true, false],
])('the peer %j of address %s (allowed: %s) is the checked one: %s', (peer, address, allowed, expected) => {
  expect(isCheckedPeer(peer, address, allowed)).toBe(expected)
})
