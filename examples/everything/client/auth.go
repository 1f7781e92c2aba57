package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	mcpruntime "github.com/mcpgen/mcpgen/runtime"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/auth/extauth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// callback is where an authorization server sends its user in the end. Nothing
// listens there: the authorization servers of the suite have no user to wait for,
// and their answer says it all.
const callback = "http://localhost:3000/callback"

// withCode signs in with an authorization code. How the client is known to the
// authorization server is tried in the order of the specification: as one that
// is registered, by the document at a URL, and by registering now.
func withCode(g given) ([]mcpruntime.ClientOption, error) {
	config := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL:                    callback,
		AuthorizationCodeFetcher:       authorize,
		ClientIDMetadataDocumentConfig: &auth.ClientIDMetadataDocumentConfig{URL: "https://conformance-test.local/client-metadata.json"},
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{
			Metadata: &oauthex.ClientRegistrationMetadata{ClientName: "everything", RedirectURIs: []string{callback}},
		},
	}
	if g.ClientID != "" {
		config.PreregisteredClient = credentials(g)
	}
	handler, err := auth.NewAuthorizationCodeHandler(config)
	return []mcpruntime.ClientOption{mcpruntime.WithOAuth(handler)}, err
}

// withCredentials signs in as the client itself, without a user.
func withCredentials(g given) ([]mcpruntime.ClientOption, error) {
	handler, err := extauth.NewClientCredentialsHandler(&extauth.ClientCredentialsHandlerConfig{Credentials: credentials(g)})
	return []mcpruntime.ClientOption{mcpruntime.WithOAuth(handler)}, err
}

func credentials(g given) *oauthex.ClientCredentials {
	return &oauthex.ClientCredentials{ClientID: g.ClientID, ClientSecretAuth: &oauthex.ClientSecretAuth{ClientSecret: g.ClientSecret}}
}

// authorize is what a browser and its user would do: it visits the URL and
// reads the answer from where the authorization server leads.
func authorize(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, args.URL, nil)
	if err != nil {
		return nil, err
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := browser.Do(req)
	if err != nil {
		return nil, err
	}
	if err := resp.Body.Close(); err != nil {
		return nil, err
	}
	to, err := resp.Location()
	if errors.Is(err, http.ErrNoLocation) {
		return nil, fmt.Errorf("the authorization server answers with %s", resp.Status)
	} else if err != nil {
		return nil, err
	}
	return result(to.Query())
}

func result(answer url.Values) (*auth.AuthorizationResult, error) {
	if reason := answer.Get("error"); reason != "" {
		return nil, fmt.Errorf("the authorization server says %s: %s", reason, answer.Get("error_description"))
	}
	return &auth.AuthorizationResult{Code: answer.Get("code"), State: answer.Get("state"), Iss: answer.Get("iss")}, nil
}
