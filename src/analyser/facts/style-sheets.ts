import { compile, type Options } from 'css-select'
import { type CssNode, generate, parse, walk } from 'css-tree'
import { addDeclaration, type Declarations } from './inline-style.ts'
import { attribute, type Element, type ParentNode } from './tree.ts'
import { childText, type Handlers } from './walk.ts'

/** Safety limits of a page: UTF-16 units in its style elements, rules that are kept, and steps through the tree. */
const maxLength = 500_000
const maxRules = 2000
const maxSteps = 2_000_000

class TooManySteps extends Error {}

type Node = ParentNode['childNodes'][number] | ParentNode
type Adapter = NonNullable<Options<Node, Element>['adapter']>
type Rule = { matches: (element: Element) => boolean; declared: ReadonlyMap<string, string> }

/** The values that the rules of a page declare for an element. */
export type SheetStyle = (element: Element) => ReadonlyMap<string, string>

/**
 * Collects style elements. `finish` returns the values of the properties wanted for any element, of the last rule that
 * matches it. Specificity is not weighed, and rules for some screens count for all, because a value given somewhere is
 * what matters here. Linked style sheets are not read.
 */
export function collectStyleSheets(wanted: readonly string[]) {
  const sheets: string[] = []
  let length = 0
  const handlers: Handlers = {
    style(element, { noscript }) {
      if (noscript || length > maxLength || isForPrint(attribute(element, 'media') ?? '')) return
      const text = childText(element).slice(0, maxLength - length)
      length += text.length
      sheets.push(text)
    },
  }
  const finish = (): SheetStyle => {
    const budget = { steps: maxSteps }
    const rules = sheets.flatMap((sheet) => rulesOf(sheet, wanted, budget)).slice(0, maxRules)
    return (element) => {
      const found = new Map<string, string>()
      try {
        for (const { matches, declared } of rules) {
          if (--budget.steps < 0) throw new TooManySteps()
          if (matches(element)) for (const [name, value] of declared) found.set(name, value)
        }
      } catch (error) {
        if (!(error instanceof TooManySteps)) throw error
      }
      return found
    }
  }
  return { handlers, finish }
}

const isForPrint = (media: string) => /^\s*print\s*$/i.test(media.slice(0, 100))

function rulesOf(sheet: string, wanted: readonly string[], budget: { steps: number }): Rule[] {
  const rules: Rule[] = []
  const adapter = treeAdapter(budget)
  const tree = parse(sheet, { parseRulePrelude: false, onParseError: () => {} })
  walk(tree, function (node: CssNode) {
    if (node.type === 'Atrule' && node.name === 'media' && node.prelude && isForPrint(generate(node.prelude)))
      return walk.skip
    if (node.type !== 'Rule') return
    const declarations: Declarations = new Map()
    for (const child of node.block.children)
      if (child.type === 'Declaration') addDeclaration(declarations, child, wanted)
    if (declarations.size === 0 || rules.length >= maxRules) return walk.skip
    const matches = compiled(generate(node.prelude), adapter)
    if (matches) rules.push({ matches, declared: new Map([...declarations].map(([name, { value }]) => [name, value])) })
    return walk.skip
  })
  return rules
}

/** Returns null for a selector that css-select doesn't know, or for states and parts that no element has at first. */
function compiled(selector: string, adapter: Adapter): Rule['matches'] | null {
  try {
    return compile<Node, Element>(selector.slice(0, 1000), { adapter, cacheResults: false })
  } catch {
    return null
  }
}

function treeAdapter(budget: { steps: number }): Adapter {
  const isTag = (node: Node): node is Element => 'tagName' in node
  const getParent = (node: Node) => {
    if (--budget.steps < 0) throw new TooManySteps()
    return 'parentNode' in node ? node.parentNode : null
  }
  const getChildren = (node: Node) => {
    const children = 'childNodes' in node ? node.childNodes : []
    budget.steps -= children.length
    if (budget.steps < 0) throw new TooManySteps()
    return children
  }
  const getText = (node: Node): string =>
    'value' in node
      ? node.value
      : getChildren(node)
          .map((child) => getText(child))
          .join('')
  return {
    isTag,
    getParent,
    getChildren,
    getText,
    getName: ({ tagName }) => tagName,
    getAttributeValue: (element, name) => attribute(element, name) ?? undefined,
    hasAttrib: (element, name) => attribute(element, name) !== null,
    getSiblings: (node) => {
      const parent = getParent(node)
      return parent ? getChildren(parent) : [node]
    },
    removeSubsets: (nodes) => nodes,
  }
}
