package mcpruntime

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen/mcpgen/runtime/uri"
)

// ReadText reads a resource that is text.
func (c *Client) ReadText(ctx context.Context, uri string) (string, error) {
	contents, err := c.readOne(ctx, uri)
	if err == nil && contents.Binary() {
		err = fmt.Errorf("resource %q is binary, want text", uri)
	}
	if err != nil {
		return "", err
	}
	return contents.Text(), nil
}

// ReadBlob reads a resource as bytes, which may be those of text.
func (c *Client) ReadBlob(ctx context.Context, uri string) ([]byte, error) {
	contents, err := c.readOne(ctx, uri)
	if err != nil {
		return nil, err
	}
	return contents.Data(), nil
}

func (c *Client) readOne(ctx context.Context, uri string) (Contents, error) {
	parts, err := c.ReadParts(ctx, uri)
	if err == nil && len(parts) != 1 {
		err = fmt.Errorf("resource %q has %d contents, want 1", uri, len(parts))
	}
	if err != nil {
		return Contents{}, err
	}
	return parts[0], nil
}

// ReadContents reads a resource, whatever it holds.
func (c *Client) ReadContents(ctx context.Context, uri string) (Contents, error) {
	parts, err := c.ReadParts(ctx, uri)
	if len(parts) == 1 {
		return parts[0], nil
	}
	return Parts(parts...), err
}

// ReadParts reads a resource of any number of contents.
func (c *Client) ReadParts(ctx context.Context, uri string) ([]Contents, error) {
	callContext, done := c.begin(ctx)
	defer done()
	params := &mcp.ReadResourceParams{URI: uri}
	defer c.progress.listen(ctx, params)()
	result, err := c.session.ReadResource(callContext, params)
	if err != nil {
		return nil, c.rebuild(ctx, err)
	}
	parts := make([]Contents, len(result.Contents))
	for i, part := range result.Contents {
		parts[i] = Contents{text: part.Text, uri: part.URI, mime: part.MIMEType}
		if part.Blob != nil {
			parts[i] = Contents{data: part.Blob, form: asBlob, uri: part.URI, mime: part.MIMEType}
		}
	}
	return parts, nil
}

// ListResources lists the resources that the server has now, all pages of them:
// those that are fixed, and those that functions list.
func (c *Client) ListResources(ctx context.Context) ([]Resource, error) {
	callContext, done := c.begin(ctx)
	defer done()
	var list []Resource
	for r, err := range c.session.Resources(callContext, nil) {
		if err != nil {
			return nil, c.rebuild(ctx, err)
		}
		list = append(list, resourceOf(r))
	}
	return list, nil
}

// ListInstances lists the resources that the server has now of a template.
func (c *Client) ListInstances(ctx context.Context, template string) ([]Resource, error) {
	t, err := uri.Parse(template)
	if err != nil {
		return nil, err
	}
	list, err := c.ListResources(ctx)
	return slices.DeleteFunc(list, func(r Resource) bool { return !t.Covers(r.URI) }), err
}

// resourceOf is a resource that the SDK has listed.
func resourceOf(r *mcp.Resource) Resource {
	of := Resource{URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIME: r.MIMEType, Size: r.Size}
	if a := r.Annotations; a != nil {
		of.Priority = a.Priority
		for _, role := range a.Audience {
			of.Audience = append(of.Audience, string(role))
		}
		of.LastModified, _ = time.Parse(time.RFC3339, a.LastModified) // the zero time for what is no time
	}
	return of
}
