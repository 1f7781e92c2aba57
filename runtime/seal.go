package mcpruntime

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// The state of a call that waits for answers travels through the client, which
// can keep it, change it and send it to whom it likes. It is sealed: encrypted
// and authenticated (AES-256-GCM, NIST SP 800-38D), together with what it
// belongs to.

// minStateKey is the least number of bytes of a key for [WithStateKey].
const minStateKey = 16

// maxState bounds the text of a state.
const maxState = 256 << 10

// WithStateKey sets the secret that seals the state of calls which wait for
// answers; see [Ask]. Servers that share a key can go on with each other's calls.
// Keys given after the first are read and no longer written, so that a key can
// be replaced. A key is at least 16 bytes of high entropy.
//
// Without it the key is random: a state is good for as long as this process
// lives, and for it alone.
func WithStateKey(key []byte, older ...[]byte) Option {
	return func(o *options) { o.stateKeys = append([][]byte{key}, older...) }
}

// sealer seals states. The first key writes.
type sealer struct {
	keys   []stateKey
	random bool // nobody has set the key
}

type stateKey struct {
	id   [4]byte // tells keys apart, and says nothing of the key
	aead cipher.AEAD
}

func newSealer(keys [][]byte) (*sealer, error) {
	s := &sealer{random: len(keys) == 0}
	if s.random {
		key := make([]byte, 32)
		_, _ = rand.Read(key) // never fails (crypto/rand, since Go 1.24)
		keys = [][]byte{key}
	}
	for _, key := range keys {
		if len(key) < minStateKey {
			return nil, fmt.Errorf("a key of WithStateKey has %d bytes, at least %d are needed", len(key), minStateKey)
		}
		derived := sha256.Sum256(append([]byte("mcpgen state key\n"), key...))
		block, err := aes.NewCipher(derived[:])
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, err
		}
		id := sha256.Sum256(append([]byte("mcpgen state key name\n"), derived[:]...))
		s.keys = append(s.keys, stateKey{id: [4]byte(id[:4]), aead: aead})
	}
	return s, nil
}

// seal returns the text of a state that belongs to what bind names.
func (s *sealer) seal(state, bind []byte) (string, error) {
	key := s.keys[0]
	sealed := key.aead.Seal(bytes.Clone(key.id[:]), nil, state, bind)
	text := base64.RawURLEncoding.EncodeToString(sealed)
	if len(text) > maxState {
		return "", fmt.Errorf("the answers so far take %d bytes, more than the %d that a state may have", len(text), maxState)
	}
	return text, nil
}

var (
	errForeignKey = errors.New("it was sealed with another key: the server has started anew, or its replicas have no common WithStateKey")
	errBrokenSeal = errors.New("it has been changed, or belongs to another call")
)

// open returns the state that seal has sealed for bind.
func (s *sealer) open(text string, bind []byte) ([]byte, error) {
	if len(text) > maxState {
		return nil, errBrokenSeal
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(sealed) < len(stateKey{}.id) {
		return nil, errBrokenSeal
	}
	for _, key := range s.keys {
		if [4]byte(sealed[:4]) != key.id {
			continue
		}
		if state, err := key.aead.Open(nil, nil, sealed[4:], bind); err == nil {
			return state, nil
		}
		return nil, errBrokenSeal
	}
	if s.random {
		return nil, errForeignKey
	}
	return nil, errBrokenSeal
}
