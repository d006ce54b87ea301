// A lint rule: no identifier is declared with a word that retired-words.json retires, and no test has one in its title.
// Titles are sentences, so they may use the words that are retired only as names. None begins with a relative clause.
import { readFileSync } from 'node:fs'

const table = JSON.parse(readFileSync(new URL('../retired-words.json', import.meta.url), 'utf8'))
// The specification names these states of an outbox entry.
const retired = Object.fromEntries(
  Object.entries({ ...table.terms, ...table.names }).filter(([word]) => !table.outbox_states.includes(word)),
)
const TEST = /\.test\.tsx?$/
const TEST_FUNCTIONS = ['describe', 'it', 'test']
/** Ids of rules may come first: `CL8 what is locked stays`. */
const CLAUSE = /^(?:\S*[\d§]\S* )*(what|who|whoever|whatever)\b/i

/**
 * The first word of an identifier or title that `words` retires.
 * @param {string} name
 * @param {Record<string, string>} words
 * @returns {string | undefined}
 */
function retiredWord(name, words) {
  const parts = name.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  let text = ` ${parts.join(' ').toLowerCase()} `
  for (const phrase of table.phrases) text = text.replace(` ${phrase} `, '  ')
  return text.split(' ').find((word) => Object.hasOwn(words, word))
}

/**
 * Every identifier that a pattern declares: `{ a, b: [c], ...d }` declares `c` and `d` here, because `a` is named elsewhere.
 * @param {any} node
 * @returns {any[]}
 */
function declared(node) {
  if (!node) return []
  if (node.type === 'ObjectPattern')
    return node.properties.flatMap((/** @type {any} */ each) =>
      declared(each.shorthand ? null : (each.argument ?? each.value)),
    )
  if (node.type === 'ArrayPattern') return node.elements.flatMap(declared)
  return node.type === 'Identifier' ? [node] : declared(node.left ?? node.argument ?? node.parameter)
}

/**
 * The function that a chain of calls begins with: `test` of `test.each(rows)('title', run)`.
 * @param {any} node
 * @returns {string | undefined}
 */
function calledName(node) {
  if (node?.type === 'Identifier') return node.name
  return node && calledName(node.callee ?? node.object ?? node.tag)
}

export const retiredWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      retired: '`{{name}}`: the word `{{word}}` is retired; take {{instead}}.',
      clause: '`{{name}}` begins with `{{word}}`; name the subject: `lost frames never arrive`.',
    },
  },
  create(/** @type {any} */ context) {
    /** @param {any[]} nodes */
    const check = (nodes) => {
      for (const node of nodes) {
        // Fields of rows and of the API are snake_case: they change with the database or the protocol, not with this rule.
        if (node.type !== 'Identifier' || /[a-z]_[a-z]/.test(node.name)) continue
        const word = retiredWord(node.name, retired)
        if (word)
          context.report({
            node,
            messageId: 'retired',
            data: { name: node.name, word, instead: retired[word] },
          })
      }
    }
    /** @param {any} node */
    const name = (node) => check(node.id ? [node.id] : [])
    /** @param {any} node */
    const key = (node) => check([node.key])
    /** @param {any} node */
    const parameters = (node) => check(node.params.flatMap(declared))
    /** @param {any} node */
    const title = (node) => {
      const [first] = node.arguments
      const name =
        first?.value ?? first?.quasis?.map((/** @type {any} */ each) => each.value.cooked).join('…')
      if (typeof name !== 'string' || !TEST_FUNCTIONS.includes(calledName(node.callee) ?? '')) return
      const [word, clause] = [retiredWord(name, table.terms), CLAUSE.exec(name)?.[1]]
      if (word)
        context.report({
          node: first,
          messageId: 'retired',
          data: { name, word, instead: table.terms[word] },
        })
      if (clause) context.report({ node: first, messageId: 'clause', data: { name, word: clause } })
    }
    return {
      ...(TEST.test(context.filename) && { CallExpression: title }),
      VariableDeclarator: (/** @type {any} */ node) => check(declared(node.id)),
      ':function': (/** @type {any} */ node) => (name(node), parameters(node)),
      TSFunctionType: parameters,
      ClassDeclaration: name,
      TSInterfaceDeclaration: name,
      TSTypeAliasDeclaration: name,
      MethodDefinition: key,
      PropertyDefinition: key,
      TSPropertySignature: key,
      TSMethodSignature: (/** @type {any} */ node) => (key(node), parameters(node)),
    }
  },
}
