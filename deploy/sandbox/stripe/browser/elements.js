// Part of stripe.js: the card element. The page gets the state of the input, and never its digits.
class CardElement {
  constructor(options, group) {
    this.options = options
    this.group = group
    this.listeners = []
  }

  mount(target) {
    const parent = typeof target === 'string' ? document.querySelector(target) : target
    if (!parent) throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`)
    if (this.parent === parent) return
    this.unmount()
    this.parent = parent
    parent.replaceChildren()
    parent.classList.add('StripeElement', 'StripeElement--empty')
    const style = { border: 0, width: '100%', height: '1.2em', display: 'block', colorScheme: 'normal' }
    this.frame = new Frame('/v3/card', 'Secure card payment input frame', parent, style)
    this.frame.onMessage = (data) => this.receive(data)
    this.frame.send('options', { options: cloned(this.options) })
  }

  receive({ type, height, ...state }) {
    if (type === 'height') this.frame.element.style.height = height
    const classes = this.parent.classList
    if (type === 'focus' || type === 'blur') classes.toggle('StripeElement--focus', type === 'focus')
    if (type === 'change') {
      classes.toggle('StripeElement--complete', state.complete)
      classes.toggle('StripeElement--empty', state.empty)
      classes.toggle('StripeElement--invalid', Boolean(state.error))
    }
    if (type !== 'height') this.emit(type, { elementType: 'card', ...state })
  }

  emit(type, event) {
    for (const each of [...this.listeners]) {
      if (each.type !== type) continue
      if (each.once) this.off(type, each.handler)
      each.handler(event)
    }
  }

  on(type, handler) {
    this.listeners.push({ type, handler, once: false })
    return this
  }

  once(type, handler) {
    this.listeners.push({ type, handler, once: true })
    return this
  }

  off(type, handler) {
    this.listeners = this.listeners.filter((each) => each.type !== type || (handler && each.handler !== handler))
    return this
  }

  update(options) {
    Object.assign(this.options, options)
    this.frame?.send('options', { options: cloned(this.options) })
  }

  focus() {
    this.frame?.send('focus')
  }

  blur() {
    this.frame?.send('blur')
  }

  clear() {
    this.frame?.send('clear')
  }

  unmount() {
    if (!this.parent) return
    this.frame.element.remove()
    for (const suffix of ['', '--complete', '--empty', '--focus', '--invalid']) {
      this.parent.classList.remove(`StripeElement${suffix}`)
    }
    this.parent = this.frame = undefined
  }

  destroy() {
    this.unmount()
    this.listeners = []
    this.group.forget(this)
  }
}

class Elements {
  elements = new Map()

  create(type, options = {}) {
    if (type !== 'card') throw new IntegrationError(`This fake supports only the card element: ${type}`)
    if (this.elements.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}`)
    const element = new CardElement({ ...options }, this)
    this.elements.set(type, element)
    return element
  }

  getElement(type) {
    return this.elements.get(type === CardElement ? 'card' : type) ?? null
  }

  forget(element) {
    for (const [type, each] of this.elements) if (each === element) this.elements.delete(type)
  }

  update() {}
}
