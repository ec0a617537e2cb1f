import { domainToASCII } from 'node:url'

const first =
  'oak linen copper river amber cedar harbour meadow silver maple orchard pebble lantern walnut clover juniper marble willow saffron thistle grün blå été'.split(
    ' ',
  )
const second =
  'lamp table garden bakery bicycle library kitchen studio workshop market museum atlas compass kettle ladder needle pencil violin wagon window'.split(
    ' ',
  )

/** The domain of website `index`, from 0: two words and, when those run out, a number, under .example. */
export function seedDomain(index: number): string {
  const one = first[index % first.length]
  const other = second[Math.floor(index / first.length) % second.length]
  const round = Math.floor(index / (first.length * second.length))
  return domainToASCII(`${one}-${other}${round === 0 ? '' : `-${round + 1}`}.example`)
}
