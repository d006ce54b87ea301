// Applies the style that a page requests: `base`, `complete`, `empty` and `invalid`, each with these properties only.
const PROPERTIES = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textDecoration',
  'textShadow',
  'textTransform',
  'textAlign',
  'padding',
  'backgroundColor',
]

class Options {
  style = {}

  set(options) {
    this.style = options.style ?? {}
  }

  /** Styles each field by the state of the whole card and by its own error. */
  paint(fields, { complete, empty }) {
    const base = this.style.base ?? {}
    applyStyle(document.querySelector('form'), base)
    for (const field of fields) {
      const states = [complete ? this.style.complete : {}, empty ? this.style.empty : {}]
      const isWrong = field.hasAttribute('data-invalid')
      if (isWrong) states.push({ color: '#eb1c26', ...this.style.invalid })
      const focused = document.activeElement === field ? base[':focus'] : {}
      const own = Object.assign({}, focused, ...states)
      applyStyle(field, own)
      field.style.setProperty('--placeholder', placeholder(base, own))
      field.setAttribute('aria-invalid', String(isWrong))
    }
  }

  /** Returns the height of a line in px. */
  height() {
    const { fontSize, lineHeight } = getComputedStyle(document.querySelector('form'))
    const line = Number.parseFloat(lineHeight)
    return `${Math.ceil(Number.isNaN(line) ? Number.parseFloat(fontSize) * 1.2 : line)}px`
  }
}

function applyStyle(element, style) {
  for (const name of PROPERTIES) element.style[name] = typeof style[name] === 'string' ? style[name] : ''
  element.style.webkitFontSmoothing = style.fontSmoothing ?? ''
}

function placeholder(base, own) {
  return own['::placeholder']?.color ?? base['::placeholder']?.color ?? '#757680'
}

export const options = new Options()
