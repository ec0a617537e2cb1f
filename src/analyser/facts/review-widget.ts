import { defaultTreeAdapter } from 'parse5'
import { attribute, type Element } from './tree.ts'

/** The empty element that a reviews widget fills, as its tag or class; null if the page has none. */
export type ReviewWidgetFacts = { name: string | null }

const blocks = new Set(['div', 'section', 'aside', 'article'])
const reviews =
  /(?<!p)review|(?<![a-z])rating|bewertung|testimonial|trustbox|trustbadge|recensi|rese(?:ñ|n)a|valoraci|avaliac|beoordeling|opinie|omdöme|(?<![a-z])avis(?![a-z])/i
/** Makers of widgets, as their classes, attributes and files name them. */
const makers =
  /trustpilot|yotpo|jdgm|judge-?\.?me|(?<![a-z])loox|(?<![a-z])stamped|okendo|(?<![a-z])oke-|(?<![a-z])junip(?!er)|feefo|bazaarvoice|(?<![a-z])bv[-_]|reevoo|(?<![a-z])ekomi|trustedshops|kiyoh|provenexpert|shopperapproved/i
const maxLength = 300
const maxSearched = 200

/** Returns true if a class, an ID or a URL names reviews or ratings. */
export const namesReviews = (name: string) => reviews.test(name.slice(0, maxLength)) || namesMaker(name)
const namesMaker = (name: string) => makers.test(name.slice(0, maxLength))

/** Finds an empty block or custom element that is named after reviews, on a page with scripts that can fill it. */
export function readReviewWidget(elements: readonly Element[], hasScripts: boolean): ReviewWidgetFacts {
  const widget = hasScripts ? elements.find(isWidget) : undefined
  if (!widget) return { name: null }
  const name = [widget.tagName.includes('-') ? widget.tagName : '', attribute(widget, 'class'), attribute(widget, 'id')]
  return { name: `the element “${(name.find((part) => part?.trim()) ?? widget.tagName).trim().slice(0, 60)}”` }
}

function isWidget(element: Element): boolean {
  const isCustom = element.tagName.includes('-')
  const isBlock = isCustom || blocks.has(element.tagName)
  if (!isBlock && element.tagName !== 'span') return false
  const names = [isCustom ? element.tagName : '', attribute(element, 'class') ?? '', attribute(element, 'id') ?? '']
  return names.some(isBlock ? namesReviews : namesMaker) && isEmpty(element)
}

/** Returns true if no text and no image is in the element. */
function isEmpty(element: Element): boolean {
  const open = [...element.childNodes]
  for (let left = maxSearched, node = open.pop(); node; node = open.pop()) {
    if (left-- <= 0) return false
    if (defaultTreeAdapter.isTextNode(node) && /\S/.test(node.value)) return false
    if (!('tagName' in node) || node.tagName === 'script' || node.tagName === 'style') continue
    if (node.tagName === 'img') return false
    open.push(...node.childNodes.slice(0, maxSearched))
  }
  return true
}
