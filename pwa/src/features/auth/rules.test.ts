// Tests of the checks of the sign-in and sign-up forms, with the specification's texts.
import { expect, test } from 'vitest'

import { EMPTY, modeOf, problems, type Values } from './rules'

const SIGN_UP: Values = {
  fullName: 'Ana Lopes',
  companyName: 'Northwind',
  email: 'ana@northwind.example',
  password: 'secret',
  confirmPassword: 'secret',
}

test('a complete sign-up has no problem, six characters being enough', () => {
  expect(problems('signup', SIGN_UP)).toEqual([])
})

test.each(['fullName', 'companyName', 'email'] as const)(
  '%s is required for sign-up, blanks being nothing',
  (field) => {
    expect(problems('signup', { ...SIGN_UP, [field]: '   ' }).map((problem) => problem.field)).toEqual([
      field,
    ])
  },
)

test('passwords that differ are named before one that is too short', () => {
  expect(problems('signup', { ...SIGN_UP, password: 'abc', confirmPassword: 'abd' })).toEqual([
    { field: 'confirmPassword', message: 'Passwords do not match' },
    { field: 'password', message: 'Password must be at least 6 characters long' },
  ])
})

test('sign-in asks for e-mail and password only, and does not judge the password', () => {
  expect(problems('signin', { ...EMPTY, email: 'ana@northwind.example', password: 'abc' })).toEqual([])
  expect(problems('signin', EMPTY)).toEqual([
    { field: 'email', message: 'You must provide either an email or phone number and a password' },
    { field: 'password', message: 'Password is required' },
  ])
  expect(problems('signin', { ...EMPTY, password: 'abc' })).toEqual([
    { field: 'email', message: 'Email address is required' },
  ])
})

test.each([
  'ana',
  'ana@northwind',
  'ana @northwind.example',
  'ana@-northwind.example',
  `${'x'.repeat(250)}@northwind.example`,
])('%s is no address', (email) => {
  const bad = [{ field: 'email', message: 'Please enter a valid email address' }]
  expect(problems('signup', { ...SIGN_UP, email })).toEqual(bad)
  expect(problems('signin', { ...EMPTY, email, password: 'abc' })).toEqual(bad)
})

test('capital letters and blanks around an address are allowed', () => {
  expect(problems('signup', { ...SIGN_UP, email: ' Ana+Office@Northwind.Example ' })).toEqual([])
})

test('only the modes that there are open something else than sign-in', () => {
  expect([null, 'signin', 'SIGNUP', 'magic'].map(modeOf)).toEqual(['signin', 'signin', 'signin', 'signin'])
  expect(['signup', 'recover', 'code', 'company'].map(modeOf)).toEqual([
    'signup',
    'recover',
    'code',
    'company',
  ])
})
