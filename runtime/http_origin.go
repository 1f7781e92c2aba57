package mcpruntime

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// WithAllowedHosts names the hosts, whatever their port, under which [Server.Handler]
// may be reached, in the Host header and, when a browser sends one, in the
// Origin header. "*" allows all.
//
// Without it, a server that is reached at a loopback address answers only to
// loopback names, so that no web page can reach it through a name of its own
// (DNS rebinding); and a request with an Origin is answered only when that is
// the same loopback or IP address. See the security warning of the
// specification, 2026-07-28, "Transports", "Streamable HTTP".
func WithAllowedHosts(hosts ...string) Option {
	return func(o *options) {
		for _, host := range hosts {
			o.hosts = append(o.hosts, hostname(host))
		}
	}
}

// checkHost says why a request is refused; "" when it is not.
func checkHost(r *http.Request, allowed []string) string {
	if slices.Contains(allowed, "*") {
		return ""
	}
	host := hostname(r.Host)
	switch {
	case slices.Contains(allowed, host):
	case len(allowed) > 0:
		return "the Host is not one of those allowed"
	case arrivedAtLoopback(r) && !isLoopback(host):
		return "the Host is not a loopback name; a server behind a proxy names its hosts (WithAllowedHosts)"
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return ""
	}
	origin, err := url.Parse(origins[0])
	if err != nil || len(origins) > 1 || origin.Host == "" {
		return "the Origin is not one of those allowed"
	}
	from := strings.ToLower(origin.Hostname())
	if slices.Contains(allowed, from) || isLoopback(from) && isLoopback(host) || from == host && isAddress(host) {
		return ""
	}
	return "the Origin is not one of those allowed (WithAllowedHosts)"
}

// hostname returns a host without port and brackets, in lower case.
func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		hostport = host
	}
	return strings.ToLower(strings.Trim(hostport, "[]"))
}

func arrivedAtLoopback(r *http.Request) bool {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && addr != nil && isLoopback(hostname(addr.String()))
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback() || host == "localhost"
}

// isAddress reports whether a host is an IP address, which no name can be bound
// to anew.
func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}
